// The words of organizations that wait to be deleted.

export const restoreWords = {
  title: 'Restore an organization',
  none: 'Nothing to restore',
  noneHint: 'No organization you own is waiting to be deleted.',
  toPages: 'Back to Pages',
  hint: 'Pages, members, keys and links work again as before.',
  gone: (days: string, day: string) => `Deleted forever in ${days}, on ${day}.`,
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  ended: 'Organization deleted. No one can reach anything in it now.',
} as const
