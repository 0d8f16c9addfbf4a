// Profiles: named sets of settings in the person's configuration, so that one machine works with several servers.
import { join } from 'node:path'
import type { Values } from './command-line/command.ts'
import type { ProfileSetting } from './command-line/profile-settings.ts'
import { configFolder, writePrivately } from './config-folder.ts'
import { usage } from './failure.ts'
import type { Io } from './io.ts'
import { readText } from './read-text.ts'

export type Profile = Readonly<Partial<Record<ProfileSetting, string>>>

export interface Profiles {
  /** The one that is used where none is named. */
  use: string
  profiles: Readonly<Record<string, Profile>>
}

const DEFAULT = 'default'

export const profilesPath = (env: Io['env']): string => join(configFolder(env), 'config.json')

/** @throws Failure with exit code 2 where the file is not what recto wrote */
export function readProfiles(env: Io['env']): Profiles {
  const path = profilesPath(env)
  try {
    const { use, profiles } = JSON.parse(readText(path))
    if (typeof use === 'string' && Object.values(profiles).every(isProfile)) return { use, profiles }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { use: DEFAULT, profiles: {} }
    if (!(error instanceof SyntaxError || error instanceof TypeError))
      throw usage(`${path} cannot be read: ${(error as Error).message}`)
  }
  throw usage(`${path} is not what recto wrote there. Repair it or remove it.`)
}

export const writeProfiles = (env: Io['env'], profiles: Profiles): void =>
  writePrivately(profilesPath(env), `${JSON.stringify(profiles, null, 2)}\n`)

/** The name and the settings that count now: --profile, RECTO_PROFILE, else the one in use. */
export function currentProfile(env: Io['env'], values: Values): { name: string; settings: Profile } {
  const { use, profiles } = readProfiles(env)
  const name = String(values.profile ?? (env.RECTO_PROFILE || use))
  return { name, settings: profiles[name] ?? {} }
}

const isProfile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(text => typeof text === 'string')
