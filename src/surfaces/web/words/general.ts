// The words of the organization's name, plan and end.

export const generalWords = {
  title: 'General',
  organization: 'Organization',
  readOnly: (organization: string) => `Owners of ${organization} change these settings.`,
  name: 'Name of the organization',
  nameHint: 'Everyone who is invited or finds it on a page sees the name.',
  rename: 'Rename',
  renamed: 'Organization renamed',
  plan: 'Plan',
  usage: 'See usage',
  end: (organization: string) => `Delete ${organization}`,
  endHint: (pages: string, members: string) =>
    `At once no one can reach ${pages}, and ${members} lose access with their keys. For 14 days an owner can bring everything back. After that it is gone.`,
  endConfirm: 'Type the name of the organization',
  endButton: 'Delete the organization',
  restored: 'The organization is back, and everything works as before.',
} as const
