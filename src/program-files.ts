// Finds the files of the program, whichever way it runs: from source, or bundled into dist/server.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const here = import.meta.dirname
const isBundled = import.meta.filename.endsWith('.js')

/** Path of a file of the package, given from the project's root. */
export const packagePath = (path: string): string => join(here, isBundled ? '../..' : '..', path)

/** The version of this program, for example `1.4.0`. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { version: string }).version

/**
 * Path of a module of ours that runs as a thread or process, given from src/ without its extension.
 * The build puts each of them beside all other code, named by the last part of its path.
 */
export const modulePath = (path: string): string =>
  join(here, isBundled ? `${basename(path)}.js` : `${path}.ts`)
