// The person's folder for what the command line keeps: sign-ins, profiles, positions in feeds. Nobody else reads it.
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Io } from './io.ts'
import { randomName } from './server/random.ts'

/** RECTO_CONFIG_DIR, else where the system keeps configuration (XDG Base Directory, %APPDATA%). */
export function configFolder(env: Io['env']): string {
  if (env.RECTO_CONFIG_DIR) return env.RECTO_CONFIG_DIR
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'recto')
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'recto')
}

/** Puts a file in the place of the old one, whole, readable by its owner alone. */
export function writePrivately(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomName()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(draft, 0o600)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
