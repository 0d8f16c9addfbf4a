// Gives the folder of the checkout, so that a test finds its files from whatever folder it was started in.
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..', '..')

/** A path below the checkout. */
export const fromRoot = (...parts: string[]) => join(projectRoot, ...parts)

/** Arguments with which node runs a TypeScript program of this checkout. */
export const typescript = ['--import', fromRoot('build', 'typescript.js')]
