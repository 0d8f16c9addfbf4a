// The permissions of a page inside its frame: one row per profile, from which the frame's headers and its element are made.

export const profileNames = [
  'html',
  'md',
  'preview',
  'offline',
  'md-offline',
  'print',
  'print-offline',
  'compare',
  'text',
  'text-offline',
] as const
export type Profile = (typeof profileNames)[number]

/** The scripts of `frames/`: what a frame document does for its page. */
export const frameScripts = ['page', 'closed', 'article', 'compare', 'text'] as const
export type FrameScript = (typeof frameScripts)[number]

/** Libraries that an anonymous preview may load; no address here can receive what a page collects. */
const libraries = [
  'https://cdn.jsdelivr.net',
  'https://cdnjs.cloudflare.com',
  'https://unpkg.com',
  'https://cdn.tailwindcss.com',
  'https://fonts.googleapis.com',
  'https://fonts.gstatic.com',
]

const every =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock'

const without = (...tokens: string[]) =>
  every
    .split(' ')
    .filter(token => !tokens.includes(token))
    .join(' ')

interface ProfileRules {
  script: FrameScript
  /** Tokens of the sandbox: in the header and on the element alike. */
  sandbox: string
  /** The element's `allow` attribute. */
  allow: string
  /** Directives between `sandbox` and the common end; `{script}` stands for the sources of our own scripts. */
  policy: string
  /** The hosts to which a connection may be opened at all: the header `Connection-Allowlist`, which blocks WebRTC as well. Absent if any may. */
  connections?: readonly string[]
  /** Other hosts that the frame may go to, as they stand in the policy of the page around it. Absent if none. */
  goesTo?: string
}

/** Returns the rules of HTML that must not reach the network. The shell asks before it opens a link, so it opens no window. */
function closed(hosts: readonly string[], ...forbidden: string[]): ProfileRules {
  const also = hosts.map(host => ` ${host}`).join('')
  return {
    script: 'closed',
    sandbox: without('allow-popups', 'allow-popups-to-escape-sandbox', ...forbidden),
    allow: usual,
    policy: `default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:${also}; style-src 'unsafe-inline' data:${also}; img-src data: blob:; font-src data:${also}; media-src data: blob:; worker-src blob: data:; connect-src 'none'; frame-src 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default`,
    connections: hosts,
  }
}

const rendered =
  "default-src 'none'; img-src https: http: data:; media-src https: data:; font-src data:; style-src 'unsafe-inline'; script-src {script}; form-action 'none'"

const renderedOffline =
  "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src {script}; form-action 'none'"

/** A page as it was published, without its scripts. */
const still =
  "default-src * data: blob: 'unsafe-inline'; script-src {script}; frame-src 'none'; form-action 'none'"

const stillOffline =
  "default-src 'none'; img-src data: blob:; media-src data: blob:; font-src data:; style-src 'unsafe-inline' data:; script-src {script}; form-action 'none'"

const printTokens = 'allow-scripts allow-modals'
const usual = 'fullscreen; clipboard-write'

export const profiles: Record<Profile, ProfileRules> = {
  html: {
    script: 'page',
    sandbox: every,
    allow: usual,
    policy: "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'",
    // A file that the page made, to be saved: Firefox asks the policy. A document there inherits the policy of the page.
    goesTo: 'blob: data: mailto: sms: tel:',
  },
  md: { script: 'article', sandbox: without('allow-forms', 'allow-modals'), allow: usual, policy: rendered },
  preview: { ...closed(libraries, 'allow-downloads', 'allow-modals', 'allow-pointer-lock'), allow: '' },
  offline: closed([]),
  'md-offline': {
    script: 'article',
    sandbox: without('allow-forms', 'allow-modals', 'allow-downloads', 'allow-pointer-lock'),
    allow: '',
    policy: renderedOffline,
  },
  print: { script: 'article', sandbox: printTokens, allow: '', policy: rendered },
  'print-offline': { script: 'article', sandbox: printTokens, allow: '', policy: renderedOffline },
  // Fonts and pictures that were fetched would tell a server which words are on the page, those that went included.
  compare: { script: 'compare', sandbox: 'allow-scripts', allow: '', policy: stillOffline },
  text: { script: 'text', sandbox: 'allow-scripts', allow: '', policy: still },
  'text-offline': { script: 'text', sandbox: 'allow-scripts', allow: '', policy: stillOffline },
}

export interface PageKind {
  format: 'html' | 'markdown'
  /** An anonymous page that nobody has claimed. */
  preview: boolean
  /** The organization's policy `openNetwork`. */
  openNetwork: boolean
}

/** The profile a page is shown with: Markdown never runs a script, a preview never reaches the network. */
export function profileFor(page: PageKind): Profile {
  const closed = page.preview || !page.openNetwork
  if (page.format === 'markdown') return closed ? 'md-offline' : 'md'
  if (page.preview) return 'preview'
  return closed ? 'offline' : 'html'
}

/** The profile in which the words of an HTML page are edited in their places. */
export const textProfile = ({ preview, openNetwork }: Omit<PageKind, 'format'>): Profile =>
  preview || !openNetwork ? 'text-offline' : 'text'

/**
 * The profile that prints what `profile` shows, or null if the page's own frame may open the
 * print dialog. A printing frame runs no script of the author.
 */
export function printProfile(profile: Profile): Profile | null {
  if (profiles[profile].sandbox.includes('allow-modals')) return null
  return profile === 'md' ? 'print' : 'print-offline'
}
