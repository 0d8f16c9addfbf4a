// Elements of the page: named by a path that the server reads too, found again by it, and said in the page's own words.

import { PageWords } from '../../../domain/page-words.ts'
import type { ElementPoint, FramePin, Limits, Picked } from '../protocol.ts'
import { apply, bringNear, find, findAll, getBoundingClientRect } from './natives.ts'
import { article, type TextRoot, textSteps } from './text-nodes.ts'

/** The point of an element that is meant as a whole. */
export const nowhere: ElementPoint = { point: null, region: null }

const longestWords: Limits['words'] = 200
const mostCounted: Limits['alike'] = 5000

/** Characters, white space and all, in which the first words are. */
const enough = 800

/** Returns the drawing of a diagram of Markdown: see `diagrams.ts`. */
function drawingIn({ firstElementChild: first }: Element): Element | null {
  return first?.className === 'recto-drawing' ? first : null
}

/** The rectangle in the window, whatever the page made of its prototypes. */
export const boxOf = (element: Element): DOMRect =>
  apply(getBoundingClientRect, drawingIn(element) ?? element, [])

export const isSeen = (element: Element): boolean => boxOf(element).width * boxOf(element).height > 0

/** Pictures are pointed at as a whole, and in them points and regions. */
const pictures = 'img,svg,canvas,video'

export const isPicture = (element: Element): boolean =>
  drawingIn(element) !== null || element.matches(pictures)

/** Returns the element to point at: this one, or the whole around it that the server knows. */
export const unitOf = (element: Element | null): Element | null =>
  element?.closest(`svg,${article} pre`) ?? element

/** Returns the path from the nearest `id` that no other element has, or from the body; null if a step has no name. */
function pathOf(element: Element, root: Element): string | null {
  const steps: string[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at === root || isKnownById(at)) {
      steps.unshift(at === root ? 'body' : `#${at.id}`)
      return steps.join(' > ')
    }
    if (!/^[a-z][\w-]*$/.test(at.localName)) return null
    steps.unshift(`${at.localName}:nth-of-type(${numberOf(at)})`)
  }
  return null
}

/** Returns the path of an element within what the server knows; null outside of it. */
export function pathIn(root: TextRoot, element: Element): string | null {
  const from = find(root)
  return from?.contains(element) ? pathOf(element, from) : null
}

const isKnownById = ({ id }: Element): boolean =>
  /^[A-Za-z][\w-]*$/.test(id) && findAll(`#${id}`).length === 1

function numberOf(element: Element): number {
  let number = 1
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling)
    if (at.localName === element.localName) number++
  return number
}

const captions: Record<string, string> = { svg: 'title', table: 'caption' }

/** Returns the element's words, as in `content/elements.ts`. */
function wordsOf(element: Element): string {
  const caption = captions[element.localName]
  const named = caption && [...element.children].find(({ localName }) => localName === caption)
  const said = ['alt', 'aria-label', 'title'].map(name => element.getAttribute(name)?.trim())
  return (said.find(Boolean) ?? textIn(named || element)).slice(0, longestWords)
}

function textIn(element: Element): string {
  const words = new PageWords()
  let size = 0
  for (const step of textSteps(element)) {
    if (step) {
      size += step.text.length
      words.add(step.text.data, step.mode)
    } else words.separate()
    if (size >= enough) break
  }
  return words.text.replace(/\s+/g, ' ').trim()
}

/** The elements of a tag by what they say. */
type Sayers = Map<string, Element[]>

const { groupBy } = Map

/** None where there are too many of them. */
function sayersOf(tag: string): Sayers {
  const all = findAll(tag)
  return groupBy(all.length > mostCounted ? [] : all, wordsOf)
}

/** Returns what the page says of the element now; of a diagram the tag is that word. */
function saidOf(element: Element) {
  const [tag, words] = [element.localName, wordsOf(element)]
  return { tag: drawingIn(element) ? 'diagram' : tag, words, alike: sayersOf(tag).get(words)?.length ?? 0 }
}

/** Returns the anchor of a comment on the element, with the part of it; null where no path leads to it. */
export function pickedIn(root: TextRoot, element: Element, part: ElementPoint = nowhere): Picked | null {
  const path = pathIn(root, element)
  return path === null ? null : { path, ...saidOf(element), ...part }
}

/**
 * The element that the pin stands on: at its path if it says what the server read, else the only one that does. Of one that
 * only a script makes: as long as just as many say the same. `known` keeps what was read of the page.
 */
export function elementOf(
  { path, tag, words, alike }: FramePin,
  root: TextRoot,
  known: Map<string, Sayers>,
): Element | null {
  if (path === null) return document.documentElement
  const there = at(path.replace(/^(html > )?body\b/, root))
  if (words === null || tag === null) return there
  const fits = there?.localName === tag ? there : null
  const says = fits && wordsOf(fits) === words
  if (says && alike === null) return fits
  if (!known.has(tag)) known.set(tag, sayersOf(tag))
  const others = known.get(tag)!.get(words) ?? []
  if (says && others.length === alike) return fits
  if (others.length === 1 && (alike ?? 1) === 1) return others[0]!
  return /^#[\w-]+$/.test(path) ? fits : null
}

/** Scrolls what lies this share of its height below its top into the upper half; unless `always` only where it is out of sight. */
export function bring(element: Element, share: number, always: boolean): void {
  const down = () => boxOf(element).top + share * boxOf(element).height
  if (!always && down() > 0 && down() < innerHeight) return
  bringNear(element)
  scrollBy(0, down() - innerHeight / 3)
}

function at(path: string): Element | null {
  try {
    return find(path)
  } catch {
    return null
  }
}
