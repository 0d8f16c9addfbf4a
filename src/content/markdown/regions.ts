// Divides a file into regions with raw HTML, which must be sanitized, and regions without.
import type { Token } from 'markdown-it'

export interface Region {
  tokens: Token[]
  /** True if raw HTML is in it. */
  raw: boolean
}

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Raw HTML that says nothing: one whole comment, or a line break. */
export function isHarmless(html: string): boolean {
  const trimmed = html.trim()
  return /^<br ?\/?>$/.test(trimmed) || isComment(trimmed)
}

/** One comment by every reading of the HTML standard: not closed early, closed at its end and not before. */
function isComment(html: string): boolean {
  if (!html.startsWith('<!--') || !html.endsWith('-->') || html.length < 7) return false
  const inside = html.slice(4, -3)
  return !inside.includes('--') && !/^-?>/.test(inside) && !inside.endsWith('-') && !inside.endsWith('<!')
}

/** Above this number of open tags nothing is matched: the region extends to the end of the file. */
const DEEPEST = 1000

/** Tags that stand open; what an author opened in one block may close in a later one. */
class OpenTags {
  private readonly names: string[] = []

  get any(): boolean {
    return this.names.length > 0
  }

  read(html: string): void {
    for (const [, close, name, rest] of html.matchAll(/<(\/?)([A-Za-z][^\s/>]*)([^>]*)>?/g)) {
      const tag = name!.toLowerCase()
      if (close) this.closed(tag)
      else if (!voids.has(tag) && !rest!.endsWith('/')) this.names.push(tag)
    }
  }

  private closed(tag: string): void {
    if (this.names.length > DEEPEST) return
    const at = this.names.lastIndexOf(tag)
    if (at >= 0) this.names.length = at
  }
}

/**
 * Regions of whole top-level blocks in their order. A region with raw HTML extends until every tag it opened is closed,
 * or to the end of the file. Each is sanitized by itself, so nothing in it has an effect outside.
 */
export function regions(tokens: Token[]): Region[] {
  if (rawHtml(tokens).length === 0) return [{ tokens, raw: false }]
  const out: Region[] = []
  let open = new OpenTags()
  for (const block of blocks(tokens)) {
    const html = rawHtml(block)
    const raw = open.any || html.length > 0
    for (const piece of html) open.read(piece)
    const last = out.at(-1)
    if (last && last.raw === raw) for (const token of block) last.tokens.push(token)
    else out.push({ tokens: block, raw })
    if (!raw) open = new OpenTags()
  }
  return out
}

/** Groups of tokens that make one block at the top level. */
function* blocks(tokens: readonly Token[]): Generator<Token[]> {
  let block: Token[] = []
  let depth = 0
  for (const token of tokens) {
    block.push(token)
    depth += token.nesting
    if (depth > 0) continue
    yield block
    block = []
  }
  if (block.length > 0) yield block
}

function rawHtml(tokens: readonly Token[], found: string[] = []): string[] {
  for (const { type, content, children } of tokens) {
    if ((type === 'html_block' || type === 'html_inline') && !isHarmless(content)) found.push(content)
    if (children) rawHtml(children, found)
  }
  return found
}
