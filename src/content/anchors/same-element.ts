// Finds an element of one version in the next: recognized by its id, its text, its content, or its position.

import type { TextRange } from '../../domain/anchor.ts'
import { bare } from '../../domain/phrase.ts'
import type { ElementPages } from './element-pages.ts'
import { tagOf } from './element-path.ts'
import {
  type Element,
  type ElementPage,
  elementAt,
  LONGEST_TEXT,
  placeOfElement,
  startTag,
} from './elements.ts'
import { followed, isTelling, marks, only } from './followed-element.ts'

/**
 * The place of the same element in the next version, always one of the same tag; `same` if its text is the same. Null if
 * it is gone, or if several could be meant.
 */
export function sameElement(
  pages: ElementPages,
  path: string,
  place: TextRange,
  isLost: boolean,
): { place: TextRange; same: boolean } | null {
  const old = isLost ? null : oldElement(pages.before, path, place)
  const found = old ? followed(pages, old) : returned(pages, place)
  if (!found || found.tagName.toLowerCase() !== tagOf(place)) return null
  const next = placeOfElement(pages.after, found)
  const begins = next.prefix === place.prefix && bare(next.text) === bare(place.text)
  return { place: next, same: begins && (old ? sayTheSame(old, found) : next.text.length < LONGEST_TEXT) }
}

/** Compares all words from the first to the last, with the tags between them. */
function sayTheSame(one: Element, other: Element): boolean {
  const others = partsSaid(other)
  for (const said of partsSaid(one)) if (others.next().value !== said) return false
  return others.next().done === true
}

/** Elements that nobody sees. */
const unseen = new Set(['script', 'style', 'template', 'noscript'])

function* partsSaid(element: Element): Generator<string, undefined> {
  const pending = element.childNodes.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) {
      const words = node.value.replace(/\s+/g, ' ').trim()
      if (words) yield words
    } else if ('tagName' in node && !unseen.has(node.tagName)) {
      yield startTag(node)
      for (const child of node.childNodes.toReversed()) pending.push(child)
    }
  }
}

/** Returns the element that the place was made of: at its own path, or at the path the reader gave. */
function oldElement(before: ElementPage, path: string, place: TextRange): Element | null {
  const isIt = (element: Element | null) => element !== null && startTag(element) === place.prefix
  return [place.suffix, path].map(each => elementAt(before, each)).find(isIt) ?? null
}

/** Headings, pictures and the like: they have a name, if in few words, and a place of their own. */
const titled = /^(?:h[1-6]|img|svg|canvas|video|figure|table)$/

/** Returns an element that was gone and is back: only if the page had none like it, and has one that says just the same. */
function returned({ said, after }: ElementPages, { prefix, text, suffix }: TextRange): Element | null {
  const words = `${prefix}\n${text}`
  const found = said.before.by.has(words) ? null : only(said.after.by.get(words) ?? [])
  if (!found) return null
  const isMarked = marks.some(name => prefix.includes(` ${name}="`))
  const isAtHome = titled.test(found.tagName) && /\p{L}{3}/u.test(text) && elementAt(after, suffix) === found
  return isMarked || isTelling(words) || isAtHome ? found : null
}
