// The person's folder for what the command line keeps: sign-ins, profiles, positions in feeds. Nobody else reads it.
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Io } from './io.ts'
import { makeFolder } from './make-folder.ts'
import { writeWhole } from './write-whole.ts'

/** RECTO_CONFIG_DIR, else where the system keeps configuration (XDG Base Directory, %APPDATA%). */
export function configFolder(env: Io['env']): string {
  if (env.RECTO_CONFIG_DIR) return env.RECTO_CONFIG_DIR
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'recto')
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'recto')
}

/** Puts a file in the place of the old one, whole, readable by its owner alone. */
export function writePrivately(path: string, text: string): void {
  makeFolder(dirname(path), 0o700)
  writeWhole(path, text, { mode: 0o600, flush: true })
}
