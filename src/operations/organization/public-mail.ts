// Mail domains where anybody gets an address: no organization can own one.
import listed from 'email-providers/all.json' with { type: 'json' }

/** Providers that the list lacks. */
const further = [
  'duck.com',
  'fastmail.com',
  'fastmail.fm',
  'hey.com',
  'keemail.me',
  'passmail.net',
  'posteo.de',
  'posteo.net',
  'privaterelay.appleid.com',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
]

/** Listed, but reserved for examples (RFC 2606): nobody gets an address there. */
const reserved = ['example.com', 'example.net', 'example.org']

const known = new Set([...listed, ...further].filter(name => !reserved.includes(name)))

/** True where anybody gets an address at the domain, which is given in lower-case ASCII. */
export const isPublicMail = (domain: string): boolean => known.has(domain)
