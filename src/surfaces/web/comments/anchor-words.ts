// The words for the place of a thread: the kind of element, its name, and the part of it that is meant.

import { elementKinds as kindNames, elementWords as words } from '../words/comment-elements.ts'
import { shortened } from './shortened.ts'

const kinds: readonly [string, RegExp][] = [
  [kindNames.diagram, /^diagram$/],
  [kindNames.image, /^(img|picture)$/],
  [kindNames.chart, /^(svg|canvas)$/],
  [kindNames.heading, /^h[1-6]$/],
  [kindNames.paragraph, /^p$/],
  [kindNames.figure, /^figure$/],
  [kindNames.caption, /^(figcaption|caption)$/],
  [kindNames.table, /^table$/],
  [kindNames.row, /^tr$/],
  [kindNames.cell, /^(td|th)$/],
  [kindNames.list, /^(ul|ol|dl)$/],
  [kindNames.item, /^(li|dt|dd)$/],
  [kindNames.quotation, /^blockquote$/],
  [kindNames.code, /^(pre|code)$/],
  [kindNames.link, /^a$/],
  [kindNames.button, /^button$/],
  [kindNames.form, /^form$/],
  [kindNames.field, /^(input|select|textarea|label)$/],
  [kindNames.video, /^video$/],
  [kindNames.frame, /^(iframe|frame|object|embed)$/],
  [kindNames.section, /^(section|article|main|header|footer|nav|aside)$/],
]

export interface ElementSaid {
  /** Its tag, as in `img`. */
  tag: string
  /** The name of the element, or its first words. */
  text: string
  /** The language of a block of code. */
  language?: string | undefined
}

/** Such as “Image “Revenue by month””; the words are the page's own. */
export function elementWords({ tag, text, language }: ElementSaid): string {
  const said = language === 'mermaid' ? 'diagram' : tag
  const kind = kinds.find(([, tags]) => tags.test(said))?.[0] ?? kindNames.other
  const short = shortened(text, 80)
  return short ? words.named(kind, short) : kind
}

interface Part {
  point?: unknown
  region?: unknown
}

/** The place of a thread that is not anchored to words; `said` is null if the element is unknown. */
export function standsOn(anchor: Part & { cssPath?: unknown }, said: ElementSaid | null): string {
  const part = anchor.region ? words.region : anchor.point ? words.point : null
  if (said) return part ? words.partOf(part, elementWords(said)) : elementWords(said)
  const whole = anchor.cssPath === undefined ? words.page : words.unknown
  return part ? words.partOf(part, whole) : words.on(whole)
}
