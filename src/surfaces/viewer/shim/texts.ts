// Editing the page's own words where they stand: only characters of single texts change, never the structure around them.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'

const MARK = 'data-recto-text'
const longest: Limits['text'] = 3800

interface Known {
  name: string
  was: string
}

interface Step {
  node: Text
  before: string
  at: number
}

/** Lets the reader write in every text that the mark of its element names; each change is sent with the old text. */
export function editTexts(channel: Channel): void {
  const known = knownTexts()
  const undone: Step[] = []
  const done: Step[] = []
  if (known.size === 0) channel.send({ type: 'not-here', why: 'script' })
  const refuse = (why: 'structure' | 'long') => channel.send({ type: 'not-here', why })
  const report = (node: Text) => {
    const { name, was } = known.get(node)!
    channel.send({ type: 'edited', node: name, was, text: node.data })
  }
  const put = (node: Text, text: string, at: number) => {
    node.data = text
    getSelection()?.collapse(node, Math.min(at, text.length))
    report(node)
  }
  const change = (node: Text, text: string, at: number) => {
    if (text.length > longest || known.get(node)!.was.length > longest) return refuse('long')
    done.push({ node, before: node.data, at })
    undone.length = 0
    put(node, text, at)
  }
  const step = (from: Step[], to: Step[]) => {
    const last = from.pop()
    if (!last) return
    to.push({ ...last, before: last.node.data })
    put(last.node, last.before, last.at)
  }
  const onInput = (event: InputEvent) => {
    if (event.inputType === 'insertCompositionText') return
    event.preventDefault()
    const words = wordsOf(event)
    const range = words === null ? null : textRange(event, known)
    if (words === null || !range) return refuse('structure')
    const { node, start, end } = range
    change(node, node.data.slice(0, start) + words + node.data.slice(end), start + words.length)
  }
  const onKey = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : ''
    if (key === 's') channel.send({ type: 'done' })
    else if (key === 'z' && !event.shiftKey) step(done, undone)
    else if (key === 'y' || key === 'z') step(undone, done)
    else return
    event.preventDefault()
  }
  outline()
  // Every change is made above, so the mode for plain text, which breaks lines otherwise, is not needed.
  document.body.contentEditable = 'true'
  addEventListener('beforeinput', onInput, true)
  addEventListener('keydown', onKey, true)
  // Words that are composed from several keys are put in by the browser itself.
  addEventListener('compositionend', () => {
    for (const [node, { was }] of known) if (node.isConnected && node.data !== was) report(node)
  })
  for (const name of ['click', 'auxclick', 'submit', 'dragstart', 'drop'])
    addEventListener(name, event => event.preventDefault(), true)
}

/** Milliseconds for which all that can be written in is outlined at first. */
const SHOWN = 1500

const outlines = `
  :root[data-recto-shown] [${MARK}]:not(body),
  [${MARK}]:not(body):hover:not(:has([${MARK}]:hover)) { outline: 1px dashed #4f7ad1; outline-offset: 3px; border-radius: 3px }
  [${MARK}][data-recto-here] { outline: 2px solid #2a48d1 !important; outline-offset: 3px; border-radius: 3px }`

/** Outlines the texts that can be edited for a moment, then under the pointer and at the caret. */
function outline(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(outlines)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const root = document.documentElement
  root.setAttribute('data-recto-shown', '')
  setTimeout(() => root.removeAttribute('data-recto-shown'), SHOWN)
  let here: Element | null = null
  document.addEventListener('selectionchange', () => {
    const next = getSelection()?.anchorNode?.parentElement?.closest(`[${MARK}]:not(body)`) ?? null
    if (next === here) return
    here?.removeAttribute('data-recto-here')
    next?.setAttribute('data-recto-here', '')
    here = next
  })
}

/** The texts of marked elements, and of the body where it has no tag to bear a mark. */
function knownTexts(): Map<Text, Known> {
  const known = new Map<Text, Known>()
  const elements = [...document.querySelectorAll(`[${MARK}]`)]
  if (!document.body.hasAttribute(MARK)) elements.push(document.body)
  for (const element of elements) {
    const name = element.getAttribute(MARK) ?? 'body'
    const texts = [...element.childNodes].filter(node => node instanceof Text)
    for (const [index, node] of texts.entries())
      if (/\S/.test(node.data)) known.set(node, { name: `${name}.${index}`, was: node.data })
  }
  return known
}

/** Returns the typed or pasted text on one line; an empty text deletes, null is what a text cannot hold. */
function wordsOf({ inputType, data, dataTransfer }: InputEvent): string | null {
  if (/^delete/.test(inputType)) return ''
  if (!/^insert(Text|ReplacementText|FromPaste|FromYank)$/.test(inputType)) return null
  return (data ?? dataTransfer?.getData('text/plain') ?? '').replace(/\s+/g, space =>
    /[\r\n]/.test(space) ? ' ' : space,
  )
}

/** Returns the range of a change at a blank that is not drawn: the browser reports another caret, the selection the true one. */
function atSpace({ inputType }: InputEvent, known: ReadonlyMap<Text, Known>) {
  const { anchorNode, anchorOffset: at, isCollapsed } = getSelection()!
  const node = anchorNode as Text
  if (!isCollapsed || !known.has(node) || !/\s/.test(node.data[at - 1] ?? '')) return null
  if (inputType === 'deleteContentBackward') return { node, start: at - 1, end: at }
  return /^insert/.test(inputType) ? { node, start: at, end: at } : null
}

/** The one known text in which the change lies; ends that only touch a neighbour do not count. */
function textRange(event: InputEvent, known: ReadonlyMap<Text, Known>) {
  const range = event.getTargetRanges()[0]
  const caret = atSpace(event, known)
  if (!range || caret) return caret
  const { startContainer: first, endContainer: last, startOffset, endOffset } = range
  if (known.has(first as Text) && (last === first || endOffset === 0)) {
    const node = first as Text
    return { node, start: startOffset, end: last === first ? endOffset : node.data.length }
  }
  const touches = first instanceof Text && startOffset === first.data.length
  if (known.has(last as Text) && touches) return { node: last as Text, start: 0, end: endOffset }
  // An emptied text holds no caret of its own: it is the child at which the caret stands.
  const empty = [...first.childNodes].find(node => known.has(node as Text) && (node as Text).data === '')
  return first === last && empty ? { node: empty as Text, start: 0, end: 0 } : null
}
