// The Markdown of a comment as a tree of plain nodes: no raw HTML, no pictures, links to the web and to mail alone; and who is named in it.
import MarkdownIt, { type MarkdownIt as Parser, type StateInline, type Token } from 'markdown-it'
import { type Call, callAt, comparable, type Mentioned, mentionAt } from '../../domain/mentions.ts'
import { plainLines } from '../../domain/plain-text.ts'
import { cjkEmphasis } from './cjk-emphasis.ts'
import {
  asTyped,
  type CommentElement,
  type CommentNode,
  type CommentTag,
  elementNode,
  MOST_ELEMENTS,
  textOf,
} from './comment-tree.ts'
import { taskLists } from './task-list.ts'
import { wwwLinks } from './www-links.ts'

/** Levels of quotes and lists the parser goes down (a list takes two); what lies deeper is shown as it was typed. */
const DEEPEST = 32

/** Elements within each other, emphasis too; what lies deeper is text of the last one. */
const DEEPEST_ELEMENT = 48

/** Longer bodies cannot be written; were there one, it would be shown as typed. */
const LONGEST = 20_000

/** Lines of code with more characters than this scroll where the panel is narrow. */
const WIDE = 24

const schemes = new Set(['http:', 'https:', 'mailto:'])

const isAllowed = (url: string): boolean => URL.canParse(url) && schemes.has(new URL(url).protocol)

let parser: Parser | null = null

function commentParser(): Parser {
  if (parser) return parser
  parser = new MarkdownIt('default', { html: false, linkify: true, breaks: true, maxNesting: DEEPEST })
  parser.use(taskLists).use(wwwLinks).use(cjkEmphasis)
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('ftp:', null).add('//', null)
  parser.validateLink = isAllowed
  // An address is shown as it was typed: decoded it could look like another.
  parser.normalizeLinkText = text => text
  parser.inline.ruler.after('escape', 'mention', mention)
  return parser
}

/** The facts that the rules are given. */
type Told = {
  /** Names that are drawn as mentions, comparable. */
  names: readonly string[]
  /** Collects the words that may name somebody, if that is asked for. */
  calls: Call[] | undefined
  /** The characters of addresses, by the text they stand in. */
  addresses: Map<string, ReadonlySet<number>>
}

/** A mention is the name of a member, without the brackets around it; what stands in it is text. */
function mention(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x40 || isInAddress(state)) return false
  const { names, calls } = state.env as Told
  const call = calls && callAt(src, pos)
  if (call) calls.push(call)
  const found = names.length > 0 ? mentionAt(src, pos, names) : null
  if (!found) return false
  if (!silent) {
    const token = state.push('mention', 'span', 0)
    Object.assign(token, { content: `@${found.words}`, meta: found })
  }
  state.pos += found.length
  return true
}

/** True within an address, also in one that becomes no link, as in the words of another one. */
function isInAddress({ md, env, src, pos }: StateInline): boolean {
  const { addresses } = env as Told
  const known = addresses.get(src) ?? new Set(md.linkify.match(src)?.filter(isAddress).flatMap(charactersOf))
  addresses.set(src, known)
  return known.has(pos)
}

/** In *@ann.lee* the asterisk alone is no mailbox. */
const isAddress = ({ text }: { text: string }): boolean => !/^[^\p{L}\p{N}]*@/u.test(text)

const charactersOf = ({ index, lastIndex }: { index: number; lastIndex: number }): number[] =>
  Array.from({ length: lastIndex - index }, (_, character) => index + character)

/**
 * Returns the body as it is shown: CommonMark with GitHub's tables, struck words, task lists and addresses, every line break
 * kept. `mentions` are the words that name members in it. In linear time; whatever cannot be read so is shown as typed.
 */
export const commentTree = (body: string, mentions: readonly string[]): CommentNode[] =>
  drawn(plainLines(body), mentions)?.roots ?? asTyped(body)

/**
 * Returns the mentions that are drawn in a body of plain lines, with their places in it, and what else may name somebody.
 * The parser gives the lines of a block alone: the nth @ of its words is the nth of these lines.
 */
export function readMentions(
  body: string,
  mentions: readonly string[],
): { mentions: Mentioned[]; calls: Call[] } {
  const lines = Array.from(body.matchAll(/^/gm), ({ index }) => index)
  const found: Mentioned[] = []
  const calls: Call[] = []
  let at = 0
  for (const { map, type, content, children } of drawn(body, mentions, calls)?.tokens ?? []) {
    if (map) at = Math.max(at, lines[map[0]]!)
    if (type !== 'inline') continue
    const here = new Map(children!.filter(isMention).map(({ meta }) => [meta.start, meta]))
    for (const { index } of content.matchAll(/@/g)) {
      at = body.indexOf('@', at) + 1
      const mentioned = here.get(index)
      if (mentioned) found.push(placed(mentioned, content, body, at - 1))
    }
  }
  return { mentions: found, calls }
}

const isMention = (token: Token): token is Token & { meta: Mentioned } => token.type === 'mention'

/** Tells the place in the body of a mention in the content of a block, which has lost the backslashes of a table. */
function placed({ start, length, words }: Mentioned, content: string, body: string, at: number): Mentioned {
  let end = at
  for (const unit of content.slice(start, start + length)) end = body.indexOf(unit, end) + unit.length
  return { start: at, length: end - at, words }
}

/** Null where the body is shown as typed. */
function drawn(
  body: string,
  mentions: readonly string[],
  calls?: Call[],
): { tokens: Token[]; roots: CommentNode[] } | null {
  if (body.length > LONGEST) return null
  const told: Told = { names: mentions.map(comparable), calls, addresses: new Map() }
  const tokens = commentParser().parse(body, told)
  // Below its last level the parser leaves words out.
  if (tokens.some(({ level }) => level >= DEEPEST - 1)) return null
  const { count, roots } = new Growth().take(tokens)
  return count <= MOST_ELEMENTS && saysSomething(roots) ? { tokens, roots } : null
}

/** A body of link definitions alone, for one, shows nothing. */
const saysSomething = (nodes: readonly CommentNode[]): boolean =>
  nodes.some(node => typeof node !== 'string' && node.tag === 'hr') || textOf(nodes).trim() !== ''

/** The tree while tokens are read. */
class Growth {
  readonly roots: CommentNode[] = []
  /** The lists that take children, the innermost last; the same list twice where an element is left out. */
  private readonly places: CommentNode[][] = [this.roots]
  private links = 0
  /** Elements so far. */
  count = 0
  /** Tables so far. */
  tables = 0

  take(tokens: readonly Token[]): this {
    for (const token of tokens) {
      const step = steps[token.type]
      if (step) step(this, token)
      else if (token.nesting > 0) this.openNothing()
      else if (token.nesting < 0) this.close()
      else this.text(token.content)
    }
    return this
  }

  private get place(): CommentNode[] {
    return this.places.at(-1)!
  }

  text(text: string): void {
    if (!text) return
    const { place } = this
    const last = place.at(-1)
    if (typeof last === 'string') place[place.length - 1] = last + text
    else place.push(text)
  }

  add(element: CommentElement): void {
    this.count += 1
    this.place.push(element)
  }

  open(tag: CommentTag, attributes?: Readonly<Record<string, string>>): void {
    const made = elementNode(tag, [], attributes)
    if (this.places.length > DEEPEST_ELEMENT) this.openNothing()
    else {
      this.add(made)
      this.places.push(made.children)
    }
  }

  /** Opens an element that is left out: its children go to the place around it. */
  openNothing(): void {
    this.places.push(this.place)
  }

  close(): void {
    this.places.pop()
  }

  openLink(href: string): void {
    this.links += 1
    this.open('a', linkTo(href))
  }

  closeLink(): void {
    this.links -= 1
    this.close()
  }

  /** A picture is a link: loading it would reveal who reads. Within a link it is words. */
  picture(src: string, alt: string): void {
    if (this.links > 0) this.text(alt)
    else this.add(elementNode('a', [alt || src], linkTo(src)))
  }

  code(text: string): void {
    const code = text.replace(/\n$/, '')
    const wide = this.places.length > 1 || code.split('\n').some(line => line.length > WIDE)
    this.add(elementNode('pre', [elementNode('code', [code])], wide ? scrolling('Code') : {}))
  }
}

const linkTo = (href: string): Record<string, string> => ({
  href,
  rel: 'nofollow ugc noopener noreferrer',
  target: '_blank',
})

/** Returns the attributes that make a scrolling element reachable by keyboard. */
const scrolling = (label: string): Record<string, string> => ({
  tabindex: '0',
  role: 'group',
  'aria-label': label,
})

type Step = (tree: Growth, token: Token) => void

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

const opens =
  (tag: CommentTag): Step =>
  tree =>
    tree.open(tag)

const cell: Step = (tree, token) => {
  const align = /text-align:(center|right)/.exec(attribute(token, 'style'))?.[1]
  tree.open(token.tag === 'th' ? 'th' : 'td', align ? { align } : {})
}

const line: Step = tree => tree.text('\n')
const code: Step = (tree, { content }) => tree.code(content)

const steps: Record<string, Step> = {
  inline: (tree, { children }) => {
    tree.take(children ?? [])
  },
  ...{ softbreak: line, hardbreak: line, fence: code, code_block: code },
  // In a tight list it has no element of its own.
  paragraph_open: (tree, { hidden }) => (hidden ? tree.openNothing() : tree.open('p')),
  ...{ blockquote_open: opens('blockquote'), bullet_list_open: opens('ul'), list_item_open: opens('li') },
  ...{ strong_open: opens('strong'), em_open: opens('em'), s_open: opens('del') },
  ...{ thead_open: opens('thead'), tbody_open: opens('tbody'), tr_open: opens('tr') },
  ...{ th_open: cell, td_open: cell },
  code_inline: (tree, { content }) => tree.add(elementNode('code', [content])),
  mention: (tree, { content }) => tree.add(elementNode('span', [content], { class: 'mention' })),
  hr: tree => tree.add(elementNode('hr')),
  ordered_list_open: (tree, token) => {
    const start = attribute(token, 'start')
    tree.open('ol', start ? { start } : {})
  },
  heading_open: tree => {
    tree.open('p')
    tree.open('strong')
  },
  heading_close: tree => {
    tree.close()
    tree.close()
  },
  table_open: tree => {
    tree.tables += 1
    const name = tree.tables === 1 ? 'Table' : `Table ${tree.tables}`
    tree.open('div', { class: 'comment-table', ...scrolling(name) })
    tree.open('table')
  },
  table_close: tree => {
    tree.close()
    tree.close()
  },
  link_open: (tree, token) => tree.openLink(attribute(token, 'href')),
  link_close: tree => tree.closeLink(),
  image: (tree, token) => {
    const alt = new Growth().take(token.children ?? [])
    tree.picture(attribute(token, 'src'), textOf(alt.roots))
  },
  task_box: (tree, token) => {
    const done = token.attrIndex('checked') >= 0
    const label = done ? 'Done' : 'To do'
    const attributes = { type: 'checkbox', disabled: 'disabled', 'aria-label': label }
    tree.add(elementNode('input', [], done ? { ...attributes, checked: 'checked' } : attributes))
  },
}
