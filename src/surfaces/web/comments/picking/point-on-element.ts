// A point or a region of a picture placed without a pointer: a cross that moves in steps, and a corner that stays.

import type { ElementPoint, Picked } from '../../../viewer/protocol.ts'

type Place = NonNullable<ElementPoint['point']>

/** Shares of the picture's width and height. */
export interface PointOnElement {
  /** Place of the cross. */
  at: Place
  /** The corner of the region that the cross is the other corner of; null for a point. */
  corner: Place | null
}

export const directions = ['left', 'right', 'up', 'down'] as const
export type Direction = (typeof directions)[number]

/** A step, a large step, and the least side of a region. */
const STEP = 0.01
const LARGE = 0.1
const LEAST = 0.01

const signs: Record<Direction, Place> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** Pictures are what a point or a region is a part of. */
export const isPicture = ({ tag }: Picked): boolean => /^(?:img|svg|canvas|video|diagram)$/.test(tag)

/** From what is chosen of the picture already, or from its middle. */
export function pointOnElement({ point, region }: ElementPoint): PointOnElement {
  if (!region) return { at: point ?? { x: 0.5, y: 0.5 }, corner: null }
  const { x, y, width, height } = region
  return { at: { x: x + width, y: y + height }, corner: { x, y } }
}

/** Moves the cross by one step. A region is never less than a step wide and high: the cross steps over its corner's lines. */
export function moved({ at, corner }: PointOnElement, to: Direction, isLarge: boolean): PointOnElement {
  const next = stepped(at, to, isLarge ? LARGE : STEP)
  if (!corner || !isFlat(next, corner)) return { at: next, corner }
  const beyond = stepped(next, to, STEP)
  return { at: isFlat(beyond, corner) ? at : beyond, corner }
}

const stepped = ({ x, y }: Place, to: Direction, by: number): Place => ({
  x: within(x + signs[to].x * by),
  y: within(y + signs[to].y * by),
})

/** The cross stays as a corner, and another cross opens a region from it to where there is room. */
export function cornered({ at }: PointOnElement): PointOnElement {
  const far = (from: number) => within(from + LARGE <= 1 ? from + LARGE : from - LARGE)
  return { corner: at, at: { x: far(at.x), y: far(at.y) } }
}

/** Back from the region to the corner it began at; null where there is only a point. */
export const uncornered = ({ corner }: PointOnElement): PointOnElement | null =>
  corner && { at: corner, corner: null }

/** Returns the point or region that is chosen. */
export function elementPointOf({ at, corner }: PointOnElement): ElementPoint {
  if (!corner) return { point: at, region: null }
  const [x, y] = [Math.min(at.x, corner.x), Math.min(at.y, corner.y)]
  const region = { x, y, width: whole(Math.abs(at.x - corner.x)), height: whole(Math.abs(at.y - corner.y)) }
  return { point: null, region }
}

/** Says the place in per cent of width and height: “50 % across, 20 % down”. */
export function placeWords({ point, region }: ElementPoint): string {
  if (region) {
    const { x, y, width, height } = region
    return `${percent(x)} to ${percent(x + width)} % across, ${percent(y)} to ${percent(y + height)} % down`
  }
  return point ? `${percent(point.x)} % across, ${percent(point.y)} % down` : ''
}

const isFlat = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < LEAST / 2 || Math.abs(a.y - b.y) < LEAST / 2

const within = (share: number): number => whole(Math.max(0, Math.min(1, share)))

/** In ten-thousandths, so that steps add up to no crumbs. */
const whole = (share: number): number => Math.round(share * 10_000) / 10_000

const percent = (share: number): number => Math.round(share * 100)
