// The words of the organization's rules, and of the question before a rule that closes pages.

const pages = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)

/** `No page is`, `1 page is`, `4 pages are`. */
const pagesAre = (count: number, [one, many]: readonly [string, string]): string =>
  `${count === 0 ? 'No page' : pages(count)} ${count > 1 ? many : one}`

export const rulesWords = {
  title: 'Rules',
  hint: 'Rules apply to everyone and everywhere: pages, API, agents and the command line. Nothing stored changes, and all of it works again when you lift a rule.',
  atOnce: 'Changes save at once.',
  save: 'Save the rules',
  saved: 'Rules saved. They apply everywhere from now on.',
  asks: 'People lose access',
  confirm: 'Save and close',
  cancel: 'Cancel',
  readOnly: (organization: string) => `The rules of ${organization}. Its owners change them.`,
  yes: 'Yes',
  no: 'No',
} as const

/** A rule as it stands beside its switch. */
export const ruleLabels = {
  allowPublic: 'Pages may be public',
  allowExternalSharing: 'Pages may be shared with people outside',
  allowPreviewClaims: 'Members may keep public previews',
  openNetwork: 'Pages may load from other sites',
  requireSignInProvider: 'Members sign in with Google or Microsoft',
} as const

/** Hints that say what each rule touches now, and what a switch of it does. */
export const ruleHints = {
  allowPublic: (on: boolean, count: number) =>
    on
      ? `${pagesAre(count, ['is', 'are'])} public now. Turned off, public pages open for members only.`
      : `${pagesAre(count, ['is', 'are'])} set to public, and open for members only for now.`,
  allowExternalSharing: (on: boolean, count: number) =>
    on
      ? `${pagesAre(count, ['names', 'name'])} someone outside now. Turned off, people outside are kept out.`
      : `${pagesAre(count, ['names', 'name'])} someone outside, who is kept out for now.`,
  allowPreviewClaims:
    'Someone who published without an account can bring the page here. Turned off, such pages stay outside and end after 30 days.',
  openNetwork: (on: boolean, count: number) =>
    `${pagesAre(count, ['is', 'are'])} written in HTML. ${
      on
        ? 'Turned off, such pages show only what the file itself holds: no pictures, scripts or data from elsewhere.'
        : 'For now such pages show only what the file itself holds.'
    }`,
  requireSignInProvider: (members: number) =>
    `Members (${members} now), viewers and guests whom a page names can no longer sign in by a code from an email. Public pages stay open, and keys keep working.`,
  noProviders: 'Your plan has no sign-in with Google or Microsoft. Pro and Enterprise have.',
} as const

/** Sentences about the people who lose access when a rule is switched. */
export const closing = {
  allowPublic: (count: number) =>
    `${pages(count)} that anyone with the link can open now will open for members only.`,
  allowExternalSharing: (count: number) => `${pages(count)} shared with people outside will close for them.`,
  requireSignInProvider: (members: number) =>
    `${members === 1 ? '1 member has' : `${members} members have`} to sign in with Google or Microsoft. Codes by email no longer let anyone in.`,
} as const
