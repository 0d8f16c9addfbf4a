// The tags in a piece of HTML, by the HTML standard's way of reading them.

export interface HtmlTag {
  /** In lower case. */
  name: string
  isEnd: boolean
  closesItself: boolean
  hasAttributes: boolean
  /** False if the piece ends within the tag. */
  isFinished: boolean
  start: number
  end: number
}

const named = /<(\/?)([A-Za-z][^\s/>]*)/y
const attribute = /[\s/]*(?:>|[^\s/>][^\s/>=]*(?:\s*=\s*("[^"]*"?|'[^']*'?|[^\s"'>][^\s>]*)?)?)/y

/** Finds the next end tag of that name, as it ends text that holds no elements; null if there is none. */
export function endTag(html: string, name: string, from: number): { start: number; end: number } | null {
  const ends = /<\/([A-Za-z][^\s/>]*)/g
  ends.lastIndex = from
  for (let found = ends.exec(html); found; found = ends.exec(html)) {
    if (found[1]!.toLowerCase() !== name) continue
    const close = html.indexOf('>', found.index)
    return { start: found.index, end: close < 0 ? html.length : close + 1 }
  }
  return null
}

/** Reads one tag after another, each character once. */
export class HtmlTags {
  private readonly html: string
  private at = 0

  constructor(html: string) {
    this.html = html
  }

  next(): HtmlTag | null {
    for (;;) {
      const start = this.html.indexOf('<', this.at)
      if (start < 0) return null
      named.lastIndex = start
      const found = named.exec(this.html)
      if (found) return this.tag(start, found)
      if (!this.skipOther(start)) return null
    }
  }

  /** Skips text up to the end tag of that name, and gives the place after it; -1 if there is none. */
  skipTo(name: string): number {
    const found = endTag(this.html, name, this.at)
    if (!found) return -1
    this.at = found.end
    return found.end
  }

  private tag(start: number, [tag, slash, name]: RegExpExecArray): HtmlTag {
    let hasAttributes = false
    let isFinished = false
    let end = start + tag.length
    for (attribute.lastIndex = end; !isFinished; end = attribute.lastIndex) {
      const found = attribute.exec(this.html)
      if (!found || isCut(found[1])) break
      isFinished = found[0].endsWith('>') && found[1] === undefined && /^[\s/]*>$/.test(found[0])
      hasAttributes ||= !isFinished
    }
    if (!isFinished) end = this.html.length
    this.at = end
    return {
      name: name!.toLowerCase(),
      isEnd: slash !== '',
      closesItself: isFinished && this.html[end - 2] === '/',
      ...{ hasAttributes, isFinished, start, end },
    }
  }

  /** Comments and declarations; false if one never ends. */
  private skipOther(start: number): boolean {
    const after = this.html.slice(start + 1, start + 6)
    if (!/^(?:[!?]|\/[^A-Za-z])/.test(after)) this.at = start + 1
    else if (!after.startsWith('!--') || /^!---?>/.test(after)) this.at = this.html.indexOf('>', start) + 1
    else {
      const end = /--!?>/g
      end.lastIndex = start + 4
      this.at = end.test(this.html) ? end.lastIndex : 0
    }
    return this.at > start
  }
}

/** A value whose quotation mark is never closed. */
const isCut = (value: string | undefined): boolean =>
  value !== undefined && /^["']/.test(value) && (value.length === 1 || !value.endsWith(value[0]!))
