// What a thread stands on, in words: the kind of element, what names it, and which part of it is meant.

const kinds: readonly [string, RegExp][] = [
  ['Diagram', /^diagram$/],
  ['Image', /^(img|picture)$/],
  ['Chart', /^(svg|canvas)$/],
  ['Heading', /^h[1-6]$/],
  ['Paragraph', /^p$/],
  ['Figure', /^figure$/],
  ['Caption', /^(figcaption|caption)$/],
  ['Table', /^table$/],
  ['Table row', /^tr$/],
  ['Table cell', /^(td|th)$/],
  ['List', /^(ul|ol|dl)$/],
  ['List item', /^(li|dt|dd)$/],
  ['Quotation', /^blockquote$/],
  ['Code', /^(pre|code)$/],
  ['Link', /^a$/],
  ['Button', /^button$/],
  ['Form', /^form$/],
  ['Field', /^(input|select|textarea|label)$/],
  ['Video', /^video$/],
  ['Section', /^(section|article|main|header|footer|nav|aside)$/],
]

export interface ElementSaid {
  /** Its tag, as in `img`. */
  tag: string
  /** What names it, or its first words. */
  text: string
  /** Of a block of code. */
  language?: string | undefined
}

/** Such as “Image “Revenue by month””; the words are the page's own and may be anything. */
export function elementWords({ tag, text, language }: ElementSaid): string {
  const said = language === 'mermaid' ? 'diagram' : tag
  const kind = kinds.find(([, tags]) => tags.test(said))?.[0] ?? 'Element'
  const line = text.replace(/\s+/g, ' ').trim()
  const words = line.length > 80 ? `${line.slice(0, 79)}…` : line
  return words ? `${kind} “${words}”` : kind
}

interface Part {
  point?: unknown
  region?: unknown
}

/** The place of a thread that is not anchored to words; `said` is null if the element is unknown. */
export function standsOn(anchor: Part & { cssPath?: unknown }, said: ElementSaid | null): string {
  const part = anchor.region ? 'Region' : anchor.point ? 'Point' : null
  if (said) return part ? `${part} of ${elementWords(said)}` : elementWords(said)
  const whole = anchor.cssPath === undefined ? 'the page' : 'an element of the page'
  return part ? `${part} of ${whole}` : `On ${whole}`
}
