// The origins that a request may name: our own pages, other sites, and everything in between.

/** Headers a browser may send, and whether they come from one of our own pages. */
export const origins = (url: string): [own: boolean, headers: Record<string, string>][] => [
  [true, { 'sec-fetch-site': 'same-origin' }],
  [true, { 'sec-fetch-site': 'same-origin', origin: url }],
  [true, { origin: url }],
  [false, {}],
  [false, { origin: 'null' }],
  [false, { origin: 'https://evil.example' }],
  [false, { origin: `${url}.evil.example` }],
  [false, { origin: url.replace('localhost', 'label.localhost') }],
  [false, { origin: `${url}/` }],
  [false, { 'sec-fetch-site': 'cross-site' }],
  [false, { 'sec-fetch-site': 'same-site' }],
  [false, { 'sec-fetch-site': 'none' }],
  [false, { 'sec-fetch-site': 'same-site', origin: url }],
  [false, { 'sec-fetch-site': 'cross-site', origin: url }],
  [false, { referer: url }],
]
