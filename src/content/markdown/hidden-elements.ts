// Elements of raw HTML that a page never shows: removed where the author closes them, else their tags are words.
import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { escapeHtml } from '../escape.ts'
import { endTag, type HtmlTag, HtmlTags } from './html-tags.ts'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** The sanitizer removes them with their content. */
export const hiddenElements = names(
  'script style template noscript title head svg math iframe frame frameset object embed applet textarea select option xmp noembed noframes plaintext base meta link',
)

/** They hold text up to their end tag, and no elements. */
const rawTexts = names('script style noscript title iframe textarea xmp noembed noframes')

const voids = names('frame embed base meta link')

/** Pictures and formulas, in which a tag may close itself. */
const drawings = names('svg math')

/** The page shows them, but browsers show their content only where they cannot play them, or not at all. */
const players = names('video audio rp')

/** A tag of raw HTML at the beginning of the text. */
const leadingTag = /^<(\/?)([A-Za-z][^\s/>]*)/

/** A change of an HTML block: what is there instead. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Reads the tags of one HTML block. */
class HtmlBlock {
  private readonly html: string
  private readonly tags: HtmlTags
  private readonly edits: Edit[] = []
  private readonly open: HtmlTag[] = []
  private readonly counts = new Map<string, number>()
  private readonly unclosed = new Set<string>()

  constructor(html: string) {
    this.html = html
    this.tags = new HtmlTags(html)
  }

  /** The block without the hidden elements that it closes, and with all other tags of them as words. */
  clean(): string {
    for (let tag = this.tags.next(); tag; tag = this.tags.next()) {
      if (!tag.isFinished) this.words(tag)
      else if (hiddenElements.has(tag.name) || players.has(tag.name)) this.read(tag)
    }
    for (const tag of this.open) this.leave(tag)
    return this.edits.length > 0 ? this.edited() : this.html
  }

  private read(tag: HtmlTag): void {
    if (tag.isEnd) this.close(tag)
    else if (tag.name === 'plaintext') this.words(tag)
    else if (voids.has(tag.name)) tag.hasAttributes ? this.remove(tag.start, tag.end) : this.words(tag)
    else if (tag.closesItself && this.isDrawing(tag)) this.remove(tag.start, tag.end)
    else if (rawTexts.has(tag.name)) this.rawText(tag)
    else this.push(tag)
  }

  private isDrawing({ name }: HtmlTag): boolean {
    return drawings.has(name) || [...drawings].some(drawing => this.count(drawing) > 0)
  }

  private rawText(tag: HtmlTag): void {
    const end = this.unclosed.has(tag.name) ? -1 : this.tags.skipTo(tag.name)
    if (end >= 0) this.remove(tag.start, end)
    else {
      this.unclosed.add(tag.name)
      this.words(tag)
    }
  }

  private push(tag: HtmlTag): void {
    this.open.push(tag)
    this.counts.set(tag.name, this.count(tag.name) + 1)
  }

  private count = (name: string): number => this.counts.get(name) ?? 0

  private close(tag: HtmlTag): void {
    if (this.count(tag.name) === 0) this.words(tag)
    else
      for (let opened = this.open.pop(); opened; opened = this.open.pop()) {
        this.counts.set(opened.name, this.count(opened.name) - 1)
        if (opened.name === tag.name) {
          if (!players.has(tag.name)) this.remove(opened.start, tag.end)
          return
        }
        this.leave(opened)
      }
  }

  /** A start tag that nothing in the block closes. */
  private leave(tag: HtmlTag): void {
    const at = players.has(tag.name) ? tag.end + sourcesIn(this.html, tag.end) : tag.end
    if (players.has(tag.name) && isPlayer(tag, at))
      this.edits.push({ start: at, end: at, text: `</${tag.name}>` })
    else this.words(tag)
  }

  private remove(start: number, end: number): void {
    this.edits.push({ start, end, text: '' })
  }

  private words({ start, end }: HtmlTag): void {
    this.edits.push({ start, end, text: escapeHtml(this.html.slice(start, end)) })
  }

  /** Returns the block with its edits. An edit within a removed part is gone with that part. */
  private edited(): string {
    let [html, at] = ['', 0]
    for (const { start, end, text } of this.edits.sort((one, other) => one.start - other.start)) {
      if (start < at) continue
      html += this.html.slice(at, start) + text
      at = end
    }
    return html + this.html.slice(at)
  }
}

const sources = /(?:\s*<(?:source|track)\s[^<>]*>)*/iy

/** Length of the addresses of a player that stand there. */
function sourcesIn(html: string, at: number): number {
  sources.lastIndex = at
  return sources.exec(html)![0].length
}

/** A player that plays something; without an address it is a word about one. */
const isPlayer = ({ name, hasAttributes, end }: HtmlTag, sourcesEnd: number): boolean =>
  name !== 'rp' && (hasAttributes || sourcesEnd > end)

/** Returns an HTML block without the hidden elements that it closes; the tags of others are words. */
export const withoutHidden = (html: string): string =>
  html.includes('<') ? new HtmlBlock(html).clean() : html

/** Does the same in running text, where only drawings and formulas are markup; all other tags are words. */
function readInline(children: readonly Token[]): Token[] {
  const ends = pairs(children)
  const kept: Token[] = []
  for (let at = 0; at < children.length; at++) {
    const token = children[at]!
    const name = tagOf(token)?.name
    const end = ends.get(at)
    if (token.children) token.children = readInline(token.children)
    if (name && hiddenElements.has(name)) {
      if (end !== undefined && isMarkup(children, at, end)) at = end
      else kept.push(asWords(token))
    } else kept.push(name && players.has(name) && end === undefined ? player(token) : token)
  }
  return kept
}

function tagOf(token: Token): { name: string; isEnd: boolean } | null {
  const found = token.type === 'html_inline' ? leadingTag.exec(token.content) : null
  return found && { name: found[2]!.toLowerCase(), isEnd: found[1] !== '' }
}

/** Returns the index of the end tag for each start tag of a drawing or player, by its index; end tags map to themselves. */
function pairs(children: readonly Token[]): Map<number, number> {
  const open = new Map<string, number[]>()
  const ends = new Map<number, number>()
  for (const [at, token] of children.entries()) {
    const { name, isEnd } = tagOf(token) ?? {}
    if (!name || !(drawings.has(name) || players.has(name))) continue
    const starts = open.get(name) ?? []
    open.set(name, starts)
    if (!isEnd && drawings.has(name) && token.content.endsWith('/>')) ends.set(at, at)
    else if (!isEnd) starts.push(at)
    else if (starts.length > 0) ends.set(starts.pop()!, at).set(at, at)
  }
  return ends
}

/** A drawing begins with an element, a sentence about one with words. */
function isMarkup(children: readonly Token[], start: number, end: number): boolean {
  if (start === end) return !tagOf(children[start]!)!.isEnd
  let at = start + 1
  while (children[at]!.content.trim() === '') at++
  const isLevel = children[start]!.level === children[end]!.level
  return isLevel && children[at]!.type === 'html_inline'
}

function asWords(token: Token): Token {
  token.type = 'text'
  return token
}

function player(token: Token): Token {
  const tag = new HtmlTags(token.content).next()
  if (!tag || tag.isEnd || !isPlayer(tag, tag.end)) return asWords(token)
  token.content += `</${tag.name}>`
  return token
}

function readTokens({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.type === 'html_block') token.content = withoutHidden(token.content)
    if (token.children) token.children = readInline(token.children)
  }
}

const endsRawBlock = /<\/(?:script|pre|style|textarea)>/i
const beginsRawBlock = names('script style textarea')

/** The line up to which no block closes an element, by its name, so that each line is looked at once. */
const looked = new WeakMap<StateBlock, Map<string, number>>()

/** True if the HTML block that would begin in the line closes the element. */
function isClosed(state: StateBlock, startLine: number, endLine: number, name: string): boolean {
  const known = looked.get(state) ?? new Map<string, number>()
  looked.set(state, known)
  if (startLine < (known.get(name) ?? 0)) return false
  const isRaw = beginsRawBlock.has(name)
  let line = startLine
  for (; line < endLine && (line === startLine || state.sCount[line]! >= state.blkIndent); line++) {
    const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
    if (endTag(text, name, 0)) return true
    if (isRaw ? endsRawBlock.test(text) : text === '') break
  }
  known.set(name, line)
  return false
}

/** True if the line begins with a tag that is a word, so that no HTML block begins there. */
function beginsWithWord(state: StateBlock, startLine: number, endLine: number): boolean {
  const text = state.src.slice(state.bMarks[startLine]! + state.tShift[startLine]!, state.eMarks[startLine])
  const [, slash, written] = leadingTag.exec(text) ?? []
  const name = written?.toLowerCase()
  if (!name || !hiddenElements.has(name)) return false
  if (slash || name === 'plaintext') return true
  if (voids.has(name)) return !new HtmlTags(text).next()?.hasAttributes
  if (drawings.has(name) && text.trimEnd().endsWith('/>')) return false
  return !isClosed(state, startLine, endLine, name)
}

/** For a reader that builds no tree: the hidden elements that begin with a line. */
export class HiddenBlocks {
  private readonly source: string
  /** The offset of the last end tag, by its name. */
  private readonly last = new Map<string, number>()
  private blank = -1

  constructor(source: string) {
    this.source = source
  }

  /** The place after the hidden element that begins with the line there; 0 if none does. */
  endOf(line: string, at: number): number {
    const [, name] = leadingHidden.exec(line) ?? []
    const tag = name?.toLowerCase()
    if (!tag || !hiddenElements.has(tag) || tag === 'plaintext') return 0
    if (voids.has(tag)) return isLink(line) ? at + line.length : 0
    return this.closed(tag, at)
  }

  private closed(tag: string, at: number): number {
    const found = endTag(this.source, tag, Math.max(at, this.last.get(tag) ?? 0))
    this.last.set(tag, found ? found.start : this.source.length)
    if (!found) return 0
    const isCut = !beginsRawBlock.has(tag) && this.blankLine(at) < found.start
    return isCut ? 0 : found.end
  }

  /** Returns the offset of the next blank line; callers ask for places in ascending order. */
  private blankLine(at: number): number {
    if (this.blank < at) {
      const blank = /\n[ \t]*\r?\n/g
      blank.lastIndex = at
      this.blank = blank.exec(this.source)?.index ?? this.source.length
    }
    return this.blank
  }
}

/** True if the line is one tag with attributes. */
function isLink(line: string): boolean {
  const tag = new HtmlTags(line).next()
  if (!tag?.isFinished || !tag.hasAttributes) return false
  return line.slice(tag.end).trim() === ''
}

const leadingHidden = /^ {0,3}<([A-Za-z][^\s/>]*)/

/** True if the tag, as it is written, is a word for readers. */
export function isTagWord(tag: string): boolean {
  const name = (leadingTag.exec(tag)?.[2] ?? '').toLowerCase()
  return hiddenElements.has(name) && !(drawings.has(name) && /\s/.test(tag))
}

/** Teaches a parser that a tag of a hidden element is a word where it hides nothing (`docs/decisions/markdown.md`). */
export function hideElements(markdown: MarkdownIt): void {
  const rules = markdown.block.ruler.getRules('')
  const html = rules.find(rule => rule.name === 'html_block')!
  markdown.block.ruler.at(
    'html_block',
    (state, startLine, endLine, silent) =>
      !beginsWithWord(state, startLine, endLine) && html(state, startLine, endLine, silent),
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
  markdown.core.ruler.before('linkify', 'hidden_elements', readTokens)
}
