// The settings that a profile can hold.

/** The meaning of each setting. */
export const profileSettings = {
  url: 'The server',
  'actor-type': 'Who works here: human or agent',
  'actor-name': 'Its name',
} as const

export type ProfileSetting = keyof typeof profileSettings
