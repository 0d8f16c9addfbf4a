// The words of a person's own page: name, email, organizations, other ways to sign in.

export const accountWords = {
  title: 'Account',
  invitations: 'Invitations',
  invites: 'invites you. To accept, open the link in the email to',
  guest: 'You are a guest',
  guestAs: 'As',
  guestHint:
    'you can open the pages that are shared with you, by their links. To publish and comment you need an account.',
  guestSignIn: 'Sign in for an account',
  you: 'You',
  name: 'Name',
  nameHint: 'Stands beside what you publish and write.',
  save: 'Save',
  email: 'Email address',
  emailHint: 'Codes for signing in go there.',
  notices: 'Email about comments',
  noticesHint: 'When someone mentions or answers you, resolves your thread, or comments on your page.',
  organizations: 'Organizations',
  here: 'You are here',
  open: 'Open',
  openNamed: (organization: string) => `Open ${organization}`,
  leave: 'Leave',
  leaveNamed: (organization: string) => `Leave ${organization}`,
  leaveAsks: 'Leave this organization?',
  leaveIn: 'Your sessions and keys in',
  leaveHint:
    'end at once, and an owner there takes over the pages you own. You need an invitation to come back.',
  stay: 'Cancel',
  identities: 'Other ways to sign in',
  identitiesHint:
    'A code by email signs you in too, except where an organization requires Google or Microsoft. Unlinking signs out every other browser that used the account. If it has your address, signing in with it links it again.',
  linked: 'Linked',
  lastUsed: 'Last used',
  unlink: 'Unlink',
  unlinkNamed: (provider: string) => `Unlink ${provider}`,
  left: 'You have left',
  leftHint: 'You are no longer in',
  leftEnd: 'Your session there has ended. Sign in again to go on elsewhere.',
  signIn: 'Sign in',
  renamed: 'Name saved',
  paced: 'Saved. It applies to what happens from now on.',
  unlinked: 'That account no longer signs you in',
} as const

export const paceWords = {
  each: 'Each at once',
  daily: 'Once a day, at 6:00 UTC',
  none: 'None',
} as const
