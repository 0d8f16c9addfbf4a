// Picks an element. Only the shell begins it; its keys step through elements and move a point. Until it ends the page gets no pointer events.

import type { ElementPoint, Picked, PickStep } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { boxOf, bring, isPicture, isSeen, nowhere, pickedIn, unitOf } from './elements.ts'
import { seenFrames } from './inner-frames.ts'
import { type Box, type Layer, lay, partOf } from './layer.ts'
import { add, bringNear, find, listen, unlisten } from './natives.ts'
import { paced } from './paced.ts'
import type { TextRoot } from './text-nodes.ts'

/** Milliseconds between two words about what is outlined. */
const PAUSE = 120

/** Pixels of a drag that is one. */
const DRAGGED = 6

const allAt = document.elementsFromPoint.bind(document)

const silenced = 'pointerdown pointerup pointermove mousedown click dragstart contextmenu keydown'

interface Drag {
  element: Element
  x: number
  y: number
}

/** Listens before any script of the page does. */
export function startElementPicker(channel: Channel, layer: Layer, root: TextRoot): void {
  let isOn = false
  let current: Element | null = null
  let spot: ElementPoint = nowhere
  let drag: Drag | null = null
  /** Over the frames within the page, which would keep the pointer to themselves. */
  const covers: HTMLElement[] = []
  const [box, area, cross] = [layer.part('box'), layer.part('area drawn'), layer.part('cross')]
  /** A finger that draws does not scroll. */
  const hold = (event: Event) => drag && event.preventDefault()

  const turn = (on: boolean) => {
    isOn = on
    drag = null
    current = null
    layer.canvas.className = on ? 'picking' : ''
    ;(on ? add : unlisten)('touchmove', hold, { capture: true, passive: false })
    if (on) {
      point(elementAt(innerWidth / 2, innerHeight / 3))
      if (!current) point(find(root)!.firstElementChild)
    }
    layer.soon()
  }
  const picked = (): Picked | null => current && pickedIn(root, current, spot)
  const tell = paced(() => {
    const told = isOn ? picked() : null
    if (told) channel.send({ type: 'pointed', picked: told })
  }, PAUSE)
  const point = (target: Element | null, where: ElementPoint = nowhere) => {
    const unit = unitOf(target)
    const within = find(root)
    if (!unit || unit === within || !within?.contains(unit)) return
    current = unit
    spot = where
    layer.soon()
    tell()
  }
  const choose = () => {
    const chosen = picked()
    if (!chosen) return
    turn(false)
    channel.send({ type: 'picked', picked: chosen })
  }
  const step = (to: PickStep) => {
    const next = current && neighbour(current, to)
    if (!next) return
    point(next)
    bringNear(next)
  }
  const leave = () => {
    turn(false)
    channel.send({ type: 'pick-left' })
  }

  const heard: Record<string, (event: never) => void> = {
    __proto__: null as never,
    pointerdown({ button, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      const element = unitOf(elementAt(x, y))
      drag = element && !button && isPrimary && isPicture(element) ? { element, x, y } : null
      // A second finger ends what the first one drew.
      if (!isPrimary) point(current)
    },
    pointermove({ pointerType, buttons, clientX: x, clientY: y }: PointerEvent) {
      if (!buttons) drag = null
      if (drag) point(drag.element, { point: null, region: regionOf(drag, x, y) })
      else if (pointerType !== 'touch') point(elementAt(x, y))
    },
    /** Also where a drag ends. */
    click({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      const unit = unitOf(elementAt(x, y))
      if (!drag || !spot.region)
        point(unit, unit && isPicture(unit) ? { point: pointOf(unit, x, y), region: null } : nowhere)
      drag = null
      if (pointerType !== 'touch') choose()
    },
    keydown: ({ key }: KeyboardEvent) => (key === 'Enter' ? choose() : leave()),
  }
  const hear = (event: Event) => {
    const { type, isTrusted } = event
    if (!isOn || (type === 'keydown' && !/^(Escape|Enter)$/.test((event as KeyboardEvent).key))) return
    if (isTrusted) heard[type]?.(event as never)
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  for (const name of silenced.split(' ')) listen(name, hear, true)
  layer.add({
    isWanted: () => isOn,
    draw: () => {
      const shown = isOn && current ? boxOf(current) : null
      const { point: tip, region } = spot
      const frames = isOn ? seenFrames() : []
      while (covers.length < frames.length) covers.push(layer.part('cover'))
      for (const [index, cover] of covers.entries()) put(cover, frames[index] ? boxOf(frames[index]) : null)
      put(box, shown)
      put(area, shown && region && partOf(shown, region))
      put(cross, shown && tip && partOf(shown, { ...tip, width: 0, height: 0 }))
    },
  })
  channel.on('pick', ({ on }) => turn(on))
  channel.on('step', ({ to }) => isOn && step(to))
  channel.on('spot', message => {
    spot = message.spot
    if (current && spot.point) bring(current, spot.point.y, false)
    layer.soon()
  })
}

/** Returns what is pointed at: below the cover of a frame the frame itself. */
const elementAt = (x: number, y: number): Element | null =>
  allAt(x, y).find(({ localName }) => localName !== 'recto-layer') ?? null

function put(part: HTMLElement, box: Box | null): void {
  part.hidden = !box
  if (box) lay(part, box)
}

const share = (length: number, whole: number): number => Math.max(0, Math.min(1, length / (whole || 1)))

function pointOf(element: Element, x: number, y: number) {
  const { left, top, width, height } = boxOf(element)
  return { x: share(x - left, width), y: share(y - top, height) }
}

/** Null for a press that hardly moved. */
function regionOf({ element, x, y }: Drag, toX: number, toY: number): ElementPoint['region'] {
  if (Math.abs(toX - x) < DRAGGED || Math.abs(toY - y) < DRAGGED) return null
  const from = pointOf(element, Math.min(x, toX), Math.min(y, toY))
  const to = pointOf(element, Math.max(x, toX), Math.max(y, toY))
  return { ...from, width: to.x - from.x, height: to.y - from.y }
}

/** The parent, the first child or a sibling that can be seen. */
function neighbour(element: Element, to: PickStep): Element | null {
  if (to === 'wider') return element.parentElement
  let at = to === 'narrower' && !isPicture(element) ? element.firstElementChild : element
  while (at && (at === element || !isSeen(at)))
    at = to === 'previous' ? at.previousElementSibling : at.nextElementSibling
  return at
}
