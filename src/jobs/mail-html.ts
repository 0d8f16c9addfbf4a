// A mail as HTML, derived from its text so that both say the same words. Mail programs know neither variables nor our colour space.
import { escapeHtml } from '../content/escape.ts'
import { LINE_WIDTH, withoutMarks } from '../operations/feed/mail.ts'

/** Each colour in the light and in the dark: the guide's tokens in sRGB. */
const colors = {
  desk: ['#f6f2ed', '#0f0e0c'],
  sheet: ['#fffefd', '#181715'],
  line: ['#e3e1dc', '#2f2d2b'],
  ink: ['#161921', '#eeede9'],
  'ink-3': ['#646770', '#9c9995'],
  accent: ['#2645c8', '#99b2ff'],
  'accent-wash': ['#eaf1ff', '#1b2645'],
} as const

/** The style property that each class sets, and its colour. */
const paints = {
  desk: ['background-color', 'desk'],
  sheet: ['background-color', 'sheet'],
  edge: ['border-color', 'line'],
  ink: ['color', 'ink'],
  quiet: ['color', 'ink-3'],
  link: ['color', 'accent'],
  way: ['background-color', 'accent-wash'],
} as const satisfies Record<string, readonly [property: string, color: keyof typeof colors]>
type Paint = keyof typeof paints

const paintedIn = (theme: 0 | 1, name: Paint): string =>
  `${paints[name][0]}:${colors[paints[name][1]][theme]}`

const dark = (Object.keys(paints) as Paint[])
  .map(name => `.${name}{${paintedIn(1, name)}!important}`)
  .join('')

/** The light colours stand on the element, for programs that drop style sheets; its classes turn them where the reader's system is dark. */
const look = (names: readonly Paint[], style: string): string =>
  `class="${names.join(' ')}" style="${[...names.map(name => paintedIn(0, name)), style].join(';')}"`

/**
 * The text as HTML; null where it leads nowhere in the app at `url`, as the mail with a code does, which stays plain. Only
 * addresses of the app become links, and none within what somebody else wrote.
 */
export function mailHtml({ subject, text, stopUrl }: MailWords, url: string): string | null {
  const blocks = blocksOf(text)
  const isWay = (line: string) => line.split(' ').some(word => appAddress(word, url) !== null)
  if (!blocks.some(({ isQuote, lines }) => !isQuote && lines.some(isWay))) return null
  const body = blocks
    .map((block, at) => (at === 0 && titleHtml(block)) || blockHtml(block, url, stopUrl))
    .join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}</style></head>
<body ${look(['desk', 'ink'], `margin:0;padding:32px 16px;font:16px/24px ${sans}`)}>
<main ${look(['sheet', 'edge'], 'max-width:560px;margin:0 auto;padding:16px 32px 24px;border-width:1px;border-style:solid;border-radius:14px')}>
${paintedMentions(body)}
</main>
</body></html>
`
}

/** Makes names between their marks stand out. */
const paintedMentions = (html: string): string =>
  withoutMarks(
    html.replace(
      /\u2068([^\u2068\u2069<]*)\u2069/g,
      (_, name: string) => `<strong ${look(['link'], 'font-weight:600')}>${name}</strong>`,
    ),
  )

interface MailWords {
  subject: string
  text: string
  stopUrl?: string | null
}

const sans = "Geist,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

interface Block {
  isQuote: boolean
  /** As they were before they were wrapped. */
  lines: string[]
}

/** Paragraphs, as blank lines part them. */
const blocksOf = (text: string): Block[] =>
  text
    .trimEnd()
    .split(/\n{2,}/)
    .map(paragraph => paragraph.split('\n'))
    .map(rows => ({ isQuote: rows.every(row => /^>( |$)/.test(row)), lines: unwrapped(rows) }))

/** Joins lines that end where the next word had no room. */
function unwrapped(rows: readonly string[]): string[] {
  const lines: string[] = []
  let before = ''
  for (const row of rows) {
    const words = row.replace(/^> ?/, '')
    const isNext = before !== '' && before.length + 1 + words.split(' ', 1)[0]!.length > LINE_WIDTH
    if (isNext && !/^ |^$/.test(words)) lines[lines.length - 1] += ` ${words}`
    else lines.push(words)
    before = row
  }
  return lines
}

/** The address of the app that the word is, without the mark that ends a sentence; null for any other word. */
function appAddress(word: string, url: string): string | null {
  const address = word.replace(/[.,;:]$/, '')
  return address === url || address.startsWith(`${url}/`) ? address : null
}

/** Longest first sentence that stands as a title, in characters. */
const LONGEST_TITLE = 120

/** Writes a block as the title where it is one short sentence; null for any other. */
const titleHtml = ({ isQuote, lines: [line = '', ...others] }: Block): string | null =>
  isQuote || others.length > 0 || line.length > LONGEST_TITLE || line.includes('://')
    ? null
    : `<h1 dir="auto" style="margin:16px 0;font-size:20px;line-height:26px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(line)}</h1>`

function blockHtml({ isQuote, lines }: Block, url: string, stopUrl: string | null = null): string {
  const isStop = stopUrl !== null && lines.some(line => line.includes(stopUrl))
  const words = lines
    .map(line =>
      isQuote ? spaced(escapeHtml(line)) : isStop ? stopHtml(line, stopUrl, url) : lineHtml(line, url),
    )
    .join('<br>')
  if (isQuote)
    return `<blockquote dir="auto" ${look(['edge', 'ink'], 'margin:16px 0;padding:0 0 0 16px;border-style:solid;border-width:0 0 0 3px;overflow-wrap:anywhere')}>${words}</blockquote>`
  if (isStop)
    return `<p dir="auto" ${look(['quiet', 'edge'], 'margin:24px 0 0;padding:16px 0 0;border-style:solid;border-width:1px 0 0;font-size:13px;line-height:18px;overflow-wrap:anywhere')}>${words}</p>`
  return `<p dir="auto" style="margin:16px 0;overflow-wrap:anywhere">${words}</p>`
}

/** The words before the address that ends these mails lead there themselves: nobody reads so long an address. */
function stopHtml(line: string, stopUrl: string, url: string): string {
  const words = line.endsWith(`: ${stopUrl}`) ? line.slice(0, -stopUrl.length - 2) : ''
  return words === '' ? lineHtml(line, url) : linkHtml(stopUrl, words)
}

/** Writes one line of the text; an address that stands alone is the way to go. */
function lineHtml(line: string, url: string): string {
  if (appAddress(line, url) === line)
    return `<a href="${escapeHtml(line)}" ${look(['way', 'link'], 'display:inline-block;padding:10px 16px;border-radius:7px;font-weight:600;text-decoration:none')}>${escapeHtml(line)}</a>`
  return spaced(
    line
      .split(' ')
      .map(word => wordHtml(word, url))
      .join(' '),
  )
}

function wordHtml(word: string, url: string): string {
  const address = appAddress(word, url)
  return address === null ? escapeHtml(word) : linkHtml(address) + escapeHtml(word.slice(address.length))
}

const linkHtml = (address: string, words = address): string =>
  `<a href="${escapeHtml(address)}" ${look(['link'], 'text-decoration:underline')}>${escapeHtml(words)}</a>`

/** Spaces at the beginning are the places of a list or of code. */
const spaced = (html: string): string => html.replace(/^ +/, spaces => '&nbsp;'.repeat(spaces.length))
