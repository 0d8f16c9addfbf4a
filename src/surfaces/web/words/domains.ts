// The words of the organization's email domains: added, verified by a DNS record, removed.

const people = (count: number): string =>
  count === 0 ? 'No one reads' : count === 1 ? '1 person reads' : `${count} people read`

export const domainWords = {
  title: 'Domains',
  lead: (organization: string) =>
    `Everyone who signs in with an address at a verified domain can read and comment in ${organization} without an invitation.`,
  none: 'Add your email domain',
  noneHint: 'You verify the domain with one record in its DNS.',
  add: 'Add a domain',
  name: 'Domain',
  nameHint: 'The part after the @, such as acme.example. Subdomains are domains of their own.',
  addButton: 'Add',
  verified: 'Verified',
  notVerified: 'Not verified',
  addedAgo: 'Added',
  record:
    'Add this TXT record where you manage the DNS of the domain. It can take an hour until it is visible.',
  recordName: 'Name',
  recordNameHint: 'often written',
  recordValue: (domain: string) => `Value of the TXT record of ${domain}`,
  verify: 'Verify',
  verifyNamed: (domain: string) => `Verify ${domain}`,
  remove: 'Remove',
  removeNamed: (domain: string) => `Remove ${domain}`,
  removeTitle: 'Remove a domain',
  neverVerified: 'The domain was never verified, so no one joined by it and nothing else changes.',
  ends: (viewers: number, organization: string) =>
    `${people(viewers)} in ${organization} by this domain alone and would lose every page open to the organization at once. Members with an invitation of their own stay. People at this domain count as outside from then on.`,
  comeBack: 'To use the domain again, you verify it with a new DNS record.',
  removeButton: 'Remove domain',
  cancel: 'Cancel',
  added: 'Domain added. Add its record to your DNS, then verify the domain.',
  nowVerified: 'Domain verified. Everyone who signs in with an address there becomes a viewer.',
  removed: 'Domain removed',
} as const
