// Picking an element: begun by the shell alone, whose keys step from one to the next; until it ends the page hears no pointer.

import type { Picked, PickStep, Spot } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { boxOf, isPicture, kindOf, pathOf, rootOf, unitOf, wordsOf } from './elements.ts'
import { type Layer, lay, partOf } from './layer.ts'
import type { TextRoot } from './text-nodes.ts'

/** Milliseconds between two words about what is outlined. */
const PAUSE = 120

/** Pixels of a drag that is one. */
const DRAGGED = 6

const later = setTimeout
const at = document.elementFromPoint.bind(document)
const scrollTo = Element.prototype.scrollIntoView
const { apply } = Reflect
const nowhere: Spot = { point: null, region: null }

const silenced = 'pointerdown pointerup pointermove mousedown click dragstart keydown'

interface Drag {
  element: Element
  x: number
  y: number
}

/** Listens before any script of the page does. */
export function offerPicking(channel: Channel, layer: Layer, root: TextRoot): void {
  let isOn = false
  let current: Element | null = null
  let spot: Spot = nowhere
  let drag: Drag | null = null
  /** The click that ends the press with which something was picked is not the page's either. */
  let swallows = false
  let isTelling = false
  const [box, area] = [layer.part(), layer.part()]
  box.className = 'box'
  area.className = 'area drawn'

  const turn = (on: boolean) => {
    isOn = on
    drag = null
    current = null
    layer.canvas.className = on ? 'picking' : ''
    if (on) {
      point(at(innerWidth / 2, innerHeight / 3))
      if (!current) point(rootOf(root)!.firstElementChild)
    }
    layer.soon()
  }
  const picked = (): Picked | null => {
    const from = rootOf(root)
    const path = current && from && pathOf(current, from)
    return path ? { path, tag: kindOf(current!), words: wordsOf(current!), ...spot } : null
  }
  const tell = () => {
    isTelling = false
    const told = isOn ? picked() : null
    if (told) channel.send({ type: 'pointed', picked: told })
  }
  const point = (target: Element | null, where: Spot = nowhere) => {
    const unit = target && unitOf(target)
    const within = rootOf(root)
    if (!unit || unit === within || !within?.contains(unit)) return
    current = unit
    spot = where
    layer.soon()
    if (isTelling) return
    isTelling = true
    later(tell, PAUSE)
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
    apply(scrollTo, next, [{ block: 'nearest', inline: 'nearest' }])
  }
  const leave = () => {
    turn(false)
    channel.send({ type: 'pick-left' })
  }

  const onPointer = (event: PointerEvent) => {
    const { type, target, clientX: x, clientY: y } = event
    const element = target instanceof Element ? unitOf(target) : null
    if (event.pointerType === 'touch') return
    if (type === 'pointerdown' && event.button === 0 && element && isPicture(element)) {
      drag = { element, x, y }
      point(element)
    } else if (type === 'pointermove' && drag) {
      if (event.buttons === 0) drag = null
      else point(drag.element, { point: null, region: regionOf(drag, x, y) })
    } else if (type === 'pointermove') point(element)
    else if (type === 'pointerup' && drag && spot.region) {
      swallows = true
      later(() => {
        swallows = false
      }, PAUSE)
      choose()
    }
  }
  const onClick = ({ target, clientX: x, clientY: y, pointerType }: PointerEvent) => {
    if (!(target instanceof Element)) return
    const unit = unitOf(target)
    point(unit, isPicture(unit) ? { point: pointOf(unit, x, y), region: null } : nowhere)
    drag = null
    if (pointerType !== 'touch') choose()
  }
  const hear = (event: Event) => {
    const { type, isTrusted } = event
    const { key } = event as KeyboardEvent
    if (swallows && type === 'click') swallows = false
    else if (!isOn || (type === 'keydown' && key !== 'Escape' && key !== 'Enter')) return
    else if (isTrusted) {
      if (type === 'click') onClick(event as PointerEvent)
      else if (type === 'keydown') key === 'Enter' ? choose() : leave()
      else onPointer(event as PointerEvent)
    }
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  for (const name of silenced.split(' ')) addEventListener(name, hear, true)
  layer.add({
    isWanted: () => isOn,
    draw: () => {
      const shown = isOn && current ? boxOf(current) : null
      box.hidden = shown === null
      area.hidden = shown === null || spot.region === null
      if (shown) lay(box, shown)
      if (shown) lay(area, partOf(shown, spot.region))
    },
  })
  channel.on('pick', ({ on }) => turn(on))
  channel.on('step', ({ to }) => isOn && step(to))
}

const share = (length: number, whole: number): number => Math.max(0, Math.min(1, length / (whole || 1)))

function pointOf(element: Element, x: number, y: number) {
  const { left, top, width, height } = boxOf(element)
  return { x: share(x - left, width), y: share(y - top, height) }
}

/** Null for a press that hardly moved. */
function regionOf({ element, x, y }: Drag, toX: number, toY: number): Spot['region'] {
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

function isSeen(element: Element): boolean {
  const { width, height } = boxOf(element)
  return width > 0 && height > 0
}
