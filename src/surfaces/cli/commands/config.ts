// `recto config`: the settings of profiles, and which profile is used.
import { type ProfileSetting, profileSettings } from '../command-line/profile-settings.ts'
import { usage } from '../failure.ts'
import { currentProfile, type Profiles, readProfiles, writeProfiles } from '../profiles.ts'
import { shellWord } from '../shell-word.ts'
import type { Task } from '../task.ts'

export async function listConfig({ io, output, values }: Task): Promise<void> {
  const { name } = currentProfile(io.env, values)
  const { profiles } = readProfiles(io.env)
  const lines = Object.entries(profiles).flatMap(([each, settings]) => [
    `${each}${each === name ? ' (in use)' : ''}`,
    ...Object.entries(settings).map(([setting, value]) => `  ${setting}  ${value}`),
  ])
  await output.answer({ use: name, profiles }, lines, lines.length === 0 ? ['Nothing is set.'] : [])
}

export async function setConfig({ io, output, values }: Task): Promise<void> {
  const { setting, value } = values as { setting: ProfileSetting; value: string }
  refuse(setting, value)
  const { name } = currentProfile(io.env, values)
  await keep({ io, output }, changed(readProfiles(io.env), name, { [setting]: value }))
}

export async function unsetConfig({ io, output, values }: Task): Promise<void> {
  const { name } = currentProfile(io.env, values)
  await keep(
    { io, output },
    changed(readProfiles(io.env), name, { [values.setting as ProfileSetting]: undefined }),
  )
}

/** Picks the profile that is used where none is named. */
export async function useProfile({ io, output, values }: Task): Promise<void> {
  const all = readProfiles(io.env)
  const name = String(values.name)
  if (!Object.hasOwn(all.profiles, name))
    throw usage(
      `There is no profile ${name}. Make it: recto config set url <address> --profile ${shellWord(name)}`,
    )
  await keep({ io, output }, { ...all, use: name })
}

export function changed(
  all: Profiles,
  name: string,
  change: Readonly<Partial<Record<ProfileSetting, string | undefined>>>,
): Profiles {
  const merged = Object.entries({ ...all.profiles[name], ...change }).filter(
    ([, value]) => value !== undefined,
  )
  return { ...all, profiles: { ...all.profiles, [name]: Object.fromEntries(merged) } }
}

async function keep({ io, output }: Pick<Task, 'io' | 'output'>, all: Profiles): Promise<void> {
  writeProfiles(io.env, all)
  await output.answer(all, [], ['Kept.'])
}

function refuse(setting: ProfileSetting, value: string): void {
  const isUrl =
    URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value
  if (setting === 'url' && !isUrl)
    throw usage(
      `"${value}" is no server. Write its address without a path, for example https://recto.example.com`,
    )
  if (setting === 'actor-type' && !['human', 'agent'].includes(value))
    throw usage('actor-type is human or agent.')
  if (!Object.hasOwn(profileSettings, setting)) throw usage(`There is no setting ${setting}.`)
}
