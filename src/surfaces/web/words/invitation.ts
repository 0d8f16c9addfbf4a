// The words of the page that an invitation's link opens.

export const invitationWords = {
  title: 'Invitation',
  join: 'Join',
  invites: 'invites',
  as: { owner: 'as an owner.', admin: 'as an admin.', member: 'as a member.' },
  tasks: {
    owner: 'Owners have full control, including deleting the organization.',
    admin: 'Admins manage members, domains and keys.',
    member: 'Members publish, comment, and edit pages open to the organization.',
  },
  until: (day: string) => `The link works once, until ${day}.`,
  signIn: 'Sign in with this address',
  signInHint: 'We’ll send you a six-digit code, then bring you back here.',
  accept: 'Accept invitation',
  signedInAs: 'You’re signed in as',
  decline: 'To decline, close this page.',
  elsewhere: 'This invitation is for another address',
  isFor: 'The invitation is for',
  eitherOr: 'If both addresses are yours, sign in with that one. If not, ask for a new invitation from',
  otherAccount: 'Sign in with the other address',
  unknown: 'Invitation not found',
  unknownHint:
    'The invitation was withdrawn or replaced by a newer one, or the link is cut off. Look for a newer email, or ask for a new invitation.',
  expired: 'This invitation has expired',
  accepted: 'Invitation already accepted',
  acceptedHint: 'An invitation works once. If you accepted this one, your pages are waiting.',
  toPages: 'Go to your pages',
} as const
