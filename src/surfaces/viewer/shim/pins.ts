// Pins of threads on elements, points and regions, drawn over the page and never in it.

import type { FramePin } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { boxOf, bring, elementOf } from './elements.ts'
import { type Box, type Layer, lay, partOf } from './layer.ts'
import type { Reading } from './reading.ts'
import type { TextRoot } from './text-nodes.ts'

/** Pins nearer to each other than this, in pixels, become one with their count. */
const NEAR = 28

interface Placed {
  pin: FramePin
  element: Element
}

interface Group {
  x: number
  y: number
  ids: string[]
}

export interface Pins {
  has(id: string): boolean
  /** Returns the pixels from the window's upper edge to each pin's place. */
  tops(): [id: string, top: number][]
}

/** Draws what the shell asks for, reports what is pointed at, and scrolls to what is to be shown. */
export function markPins(channel: Channel, layer: Layer, reading: Reading, root: TextRoot): Pins {
  let wanted = new Map<string, FramePin>()
  let placed: Placed[] = []
  let active: string | null = null
  const parts: HTMLElement[] = []

  const place = () => {
    const known = new Map()
    placed = [...wanted.values()].flatMap(pin => {
      const element = elementOf(pin, root, known)
      return element ? [{ pin, element }] : []
    })
    layer.soon()
  }
  const draw = () => {
    let used = 0
    const put = (name: string, ids: string[], box: Box, text = '') => {
      const part = parts[used] ?? layer.part()
      parts[used++] = part
      part.className = name + (ids.includes(active!) ? ' active' : '')
      part.textContent = text
      part.dataset.ids = ids.join(' ')
      lay(part, box)
    }
    const groups = new Map<string, Group>()
    for (const each of placed) {
      const { pin } = each
      if (pin.quiet) continue
      const box = boxFor(each)
      if (!isInSight(box)) continue
      if (pin.region || (pin.id === active && !pin.point)) put('area', [pin.id], box)
      join(groups, pin.id, tipOf(pin, box))
    }
    for (const { x, y, ids } of groups.values())
      put('pin', ids, { x, y: y - 24, width: 26, height: 26 }, ids[1] && `${ids.length}`)
    while (parts[used]) parts[used++]!.style.display = 'none'
  }
  layer.onPress(part => {
    const ids = (part as HTMLElement | null)?.dataset.ids?.split(' ')
    if (!ids) return
    // Pins that stand together are opened in turn.
    active = ids[(ids.indexOf(active!) + 1) % ids.length]!
    channel.send({ type: 'hit', ids: [active] })
    layer.soon()
  })
  layer.add({ isWanted: () => placed.length > 0, draw })
  channel.on('pins', ({ pins }) => {
    wanted = new Map(pins.map(pin => [pin.id, pin]))
    place()
  })
  channel.on('show', ({ id }) => {
    active = id
    layer.soon()
    if (!id || !wanted.has(id)) return
    place()
    const shown = placed.find(({ pin }) => pin.id === id)
    if (shown) {
      const { region, point } = shown.pin
      bring(shown.element, region?.y ?? point?.y ?? 0, true)
    }
    channel.send({ type: 'showed', id, found: shown !== undefined })
  })
  reading.onChange(place)
  return { has: id => wanted.has(id), tops: () => placed.map(each => [each.pin.id, boxFor(each).y]) }
}

const boxFor = ({ pin: { region }, element }: Placed): Box => partOf(boxOf(element), region)

const isInSight = ({ x, y, width, height }: Box): boolean =>
  width * height > 0 && x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0

/** Returns the place where the pin points: the point, or the upper right corner, never beyond the edges of the window. */
function tipOf({ point, region }: FramePin, { x, y, width, height }: Box): { x: number; y: number } {
  if (point && !region) return { x: x + point.x * width, y: y + point.y * height }
  return { x: Math.max(2, Math.min(x + width, innerWidth) - 26), y: Math.max(26, y + 26) }
}

/** Into the cell, as wide as pins are near: many pins take no longer than each alone. */
function join(groups: Map<string, Group>, id: string, { x, y }: { x: number; y: number }): void {
  const cell = `${Math.round(x / NEAR)} ${Math.round(y / NEAR)}`
  const group = groups.get(cell)
  if (group) group.ids.push(id)
  else groups.set(cell, { x, y, ids: [id] })
}
