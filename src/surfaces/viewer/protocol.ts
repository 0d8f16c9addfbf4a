// Messages between the shell and a frame over their port.

import type { WordChange } from '../../domain/anchor.ts'
import type { FrameStyle } from './frame-styles.ts'

export type Theme = 'light' | 'dark' | 'auto'

/** From the shell. `start` once, with the query and fragment that the page has, then chunks, then `end`; the others at any time after. */
export type ShellMessage =
  | { type: 'start'; theme: Theme; address: string }
  | { type: 'chunk'; html: string }
  | { type: 'end' }
  | { type: 'theme'; theme: Theme }
  | { type: 'ping' }
  /** Goes to this fragment, which begins with `#`, or with an empty one to none. */
  | { type: 'fragment'; hash: string }
  | { type: 'scroll-to'; index: number }
  /** The place `share` (0 to 1) of the way from heading `index` to the next, and `below` pixels further; before the first heading it is -1. */
  | { type: 'follow'; index: number; share: number; below: number }
  | { type: 'print' }
  | MarksMessage
  /** Shows the change of this number, from 0. */
  | { type: 'mark'; index: number }
  /** Report what the reader selects from now on. */
  | { type: 'watch' }
  /** The passages to paint, in place of those before. */
  | { type: 'passages'; passages: FramePassage[] }
  /** The style of our own parts in the page. */
  | { type: 'looks'; of: FrameStyle; css: string }
  /** The elements, points and regions to mark, in place of those before. */
  | { type: 'pins'; pins: FramePin[] }
  /** Let the reader point at an element, until one is picked or it is turned off. */
  | { type: 'pick'; on: boolean }
  /** Outlines another element than now: around it, in it, or beside it. */
  | { type: 'step'; to: PickStep }
  /** A drawing on the outlined picture, in place of the one before. */
  | { type: 'spot'; spot: ElementPoint }
  /** Scroll to one of them and emphasise it; null emphasises none. */
  | { type: 'show'; id: string | null }
  | DiagramOrder
  | Drawing

/** To the frame that draws: one diagram, in the language of Mermaid. */
export interface DiagramOrder {
  type: 'diagram'
  id: number
  source: string
  dark: boolean
}

/** The answer for one diagram: a picture, or in a few words why there is none. */
export interface Drawing {
  type: 'drawing'
  id: number
  svg: string | null
  why: string
}

/** Words of the page's text that came since another version, and those that went. */
export interface MarksMessage {
  type: 'marks'
  root: 'page' | 'article'
  /** Characters of the whole text, as the server knows it. */
  length: number
  marks: WordChange[]
}

/** A mark of a resolved thread: only its place is told; it is not painted, and a press on it says nothing. */
interface Quiet {
  quiet?: boolean
}

/** A passage of the page's own text with a thread. Nothing else of the thread goes into the frame. */
export interface FramePassage extends Quiet {
  id: string
  exact: string
  prefix: string
  suffix: string
  /** Start of the passage in the page's text, as far as the server knows. */
  start: number | null
}

export const pickSteps = ['wider', 'narrower', 'next', 'previous'] as const
export type PickStep = (typeof pickSteps)[number]

/** A part of an element in shares of its width and height. */
export interface ElementPoint {
  point: { x: number; y: number } | null
  region: { x: number; y: number; width: number; height: number } | null
}

/** An element of the page with a thread, by its path; without a path the page itself. */
export interface FramePin extends ElementPoint, Quiet {
  id: string
  path: string | null
  /** The server's reading of that element, or the page's when it was picked; null if neither said anything. */
  tag: string | null
  words: string | null
  /** Number of elements that said the same when this one was picked, for one that only a script makes; 0 where there were too many. */
  alike: number | null
}

/** The part that the reader points at: an element, and a point in it if it is a picture. */
export interface Picked extends ElementPoint {
  path: string
  tag: string
  words: string
  /** Number of elements of the page with this tag that say this; 0 where there are too many to count. */
  alike: number
}

/** The words of the page that the reader selected, with their surroundings and their position in its text. */
export interface Selected {
  exact: string
  prefix: string
  suffix: string
  start: number
  end: number
  /** End of the selection, in pixels below the top of the window; it may lie outside. */
  y: number
  /** The element that holds it; null if it cannot be named. */
  path: string | null
}

export interface Heading {
  level: number
  text: string
  id: string
}

/** From the frame: every one may be forged by the page, so none of them decides anything. */
export type FrameMessage =
  | { type: 'wrote'; length: number }
  | { type: 'loaded' }
  /** Another document is about to take the page's place. */
  | { type: 'leaving' }
  /** With where the reader is: `below` pixels under the top of heading `index`; -1 is the page's own top. */
  | { type: 'pong'; index: number; below: number }
  /** A title that a script gave the page; empty where it is the one of the file. */
  | { type: 'title'; text: string }
  | { type: 'outline'; headings: Heading[] }
  | { type: 'dead-link'; href: string }
  /** The page's query and fragment are others now; `turn` counts the messages `fragment` that it has heard. */
  | { type: 'address'; address: string; turn: number }
  /** The reader follows a link or sends a form that shows the page again, with this query and fragment. */
  | { type: 'reload'; address: string }
  /** From a closed page: the reader wants to follow a link. One character more than `limits.link` says that it is too long. */
  | { type: 'link'; href: string }
  /** A block of code was copied, or only selected. */
  | { type: 'copied'; done: boolean }
  /** The reader chose this heading's own link. */
  | { type: 'anchor'; id: string }
  /** A key of ours that was pressed inside the page: C, Ctrl+Alt+M or Ctrl+P, and in a version with its changes marked N or P; there are no others. */
  | { type: 'key'; key: 'c' | 'm' | 'n' | 'p' }
  /** The reader pressed inside the page. Forged, it only keeps a focus that the page took: see `keep-focus.ts`. */
  | { type: 'pressed' }
  /** Files are dragged over the page, which takes none there. */
  | { type: 'files' }
  /** Number of changes that were marked. */
  | { type: 'marked'; count: number }
  /** The reader selected words; null if nothing is selected any more. */
  | { type: 'selected'; selected: Selected | null }
  /** The reader went into a frame within the page, at whose lower left corner (pixels of the window) `at` is; or left it (null). */
  | { type: 'inner-frame'; picked: Picked | null; at: { x: number; y: number } | null }
  /** The element outlined while the reader picks; `picked` chooses it. */
  | { type: 'pointed'; picked: Picked }
  | { type: 'picked'; picked: Picked }
  /** The reader picks no more. */
  | { type: 'pick-left' }
  /** The reader pointed at passages or pins. */
  | { type: 'hit'; ids: string[] }
  /** Tells whether the passage that was to be shown is there. */
  | { type: 'showed'; id: string; found: boolean }
  /** Pixels that the page is scrolled, pixels from the window's upper edge to each thread's place, and threads not on the screen. */
  | { type: 'tops'; scroll: number; tops: [id: string, top: number][]; missing: string[] }
  /** In the frame for editing words in their places: a text as it was and as it is now, in short messages. */
  | { type: 'edited'; node: string; was: string; text: string }
  /** Something was tried that cannot be done there. */
  | { type: 'not-here'; why: 'structure' | 'long' | 'script' }
  /** The reader wants to go on to saving. */
  | { type: 'done' }
  /** From a page of Markdown: a diagram that comes into sight. */
  | DiagramOrder
  /** From the frame that draws. */
  | Drawing

export const limits = {
  /** UTF-16 code units of one message, as JSON. */
  message: 8192,
  /** Messages a second, and how many may come at once. */
  rate: 30,
  burst: 90,
  headings: 200,
  headingText: 120,
  title: 200,
  href: 300,
  /** Query and fragment of the page. */
  address: 2000,
  /** An address that a closed page wants to open. */
  link: 4000,
  marks: 500,
  quote: 4000,
  context: 32,
  id: 100,
  hits: 20,
  /** Threads whose places are told at once. */
  tops: 150,
  path: 2000,
  tag: 60,
  words: 200,
  /** Elements of one tag of which those that say the same are counted. */
  alike: 5000,
  /** Characters of a text that is edited in its place. */
  text: 3800,
  diagrams: 500,
  diagramSource: 8000,
  /** UTF-16 code units of a drawn picture. */
  drawing: 1_000_000,
  reason: 200,
} as const
/** The numbers for the frame's script, which may import types alone: each number there is checked against this one. */
export type Limits = typeof limits
