// The words of the organization's rules, and of the question before one that closes pages.

const pages = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)

export const rulesWords = {
  title: 'Rules',
  saved: 'Rules saved. They hold everywhere from now on.',
  asks: 'People lose access',
  confirm: 'Save and close',
  cancel: 'Cancel',
} as const

/** What happens to whom when a rule is switched, where somebody loses access by it. */
export const closing = {
  allowPublic: (count: number) =>
    `${pages(count)} that anyone with the link can open now will open for members only.`,
  allowExternalSharing: (count: number) => `${pages(count)} shared with people outside will close for them.`,
  requireSignInProvider: (members: number) =>
    `${members === 1 ? '1 member has' : `${members} members have`} to sign in with Google or Microsoft. Codes by email no longer let anyone in.`,
} as const
