// How the shell checks what a frame sends it.

import { isVisible } from '../../domain/plain-text.ts'
import { type ElementPoint, type FrameMessage, type Heading, limits } from './protocol.ts'

type Fields = Record<string, unknown>

const text = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest
const count = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
const fields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A page that says nonsense of its place is there all the same. */
function readStanding(index: unknown, below: unknown): FrameMessage {
  const isKnown = isIndex(index, limits.headings) && isPlace(below)
  return isKnown ? { type: 'pong', index, below } : { type: 'pong', index: -1, below: 0 }
}

const isIndex = (value: unknown, most: number): value is number => value === -1 || count(value, most)

const readers: Record<string, (from: Fields) => FrameMessage | null> = {
  wrote: ({ length }) => (count(length, 1e8) ? { type: 'wrote', length } : null),
  loaded: () => ({ type: 'loaded' }),
  leaving: () => ({ type: 'leaving' }),
  title: ({ text: title }) => (text(title, limits.title) ? { type: 'title', text: title } : null),
  outline: ({ headings }) => readOutline(headings),
  key: ({ key }) => (key === 'c' || key === 'm' || key === 'n' || key === 'p' ? { type: 'key', key } : null),
  pressed: () => ({ type: 'pressed' }),
  files: () => ({ type: 'files' }),
  marked: ({ count: marks }) => (count(marks, limits.marks) ? { type: 'marked', count: marks } : null),
  pong: ({ index, below }) => readStanding(index, below),
  selected: ({ selected }) => readSelected(selected),
  'inner-frame': ({ picked, at }) => readInnerFrame(picked, at),
  pointed: ({ picked }) => readPicked('pointed', picked),
  picked: ({ picked }) => readPicked('picked', picked),
  'pick-left': () => ({ type: 'pick-left' }),
  hit: ({ ids }) => readHits(ids),
  tops: ({ scroll, tops, missing }) => readTops(scroll, tops, missing),
  showed: ({ id, found }) =>
    text(id, limits.id) && typeof found === 'boolean' ? { type: 'showed', id, found } : null,
  copied: ({ done }) => (typeof done === 'boolean' ? { type: 'copied', done } : null),
  anchor: ({ id }) => (text(id, limits.headingText) && id !== '' ? { type: 'anchor', id } : null),
  edited: ({ node, was, text: now }) =>
    text(node, 40) && text(was, limits.text) && text(now, limits.text)
      ? { type: 'edited', node, was, text: now }
      : null,
  'not-here': ({ why }) =>
    why === 'structure' || why === 'long' || why === 'script' ? { type: 'not-here', why } : null,
  done: () => ({ type: 'done' }),
  link: ({ href }) => (text(href, limits.link + 1) ? { type: 'link', href } : null),
  address: ({ address, turn }) =>
    isAddress(address) && count(turn, Infinity) ? { type: 'address', address, turn } : null,
  reload: ({ address }) => (isAddress(address) ? { type: 'reload', address } : null),
  'dead-link': ({ href }) => (text(href, limits.href) ? { type: 'dead-link', href } : null),
  diagram: ({ id, source, dark }) =>
    count(id, limits.diagrams) && text(source, limits.diagramSource) && typeof dark === 'boolean'
      ? { type: 'diagram', id, source, dark }
      : null,
  drawing: ({ id, svg, why }) =>
    count(id, limits.diagrams) && (svg === null || text(svg, limits.drawing)) && text(why, limits.reason)
      ? { type: 'drawing', id, svg, why }
      : null,
}

/** A query, a fragment, both or nothing. */
export const isAddress = (value: unknown): value is string =>
  text(value, limits.address) && /^(?:\?[^#]*)?(?:#.*)?$/s.test(value)

function readSelected(value: unknown): FrameMessage | null {
  if (value === null) return { type: 'selected', selected: null }
  if (!fields(value)) return null
  const { exact, prefix, suffix, start, end, y, path: at } = value
  if (!text(exact, limits.quote) || !isVisible(exact)) return null
  if (!text(prefix, limits.context) || !text(suffix, limits.context)) return null
  if (!count(start, 1e8) || !count(end, 1e8) || end <= start) return null
  if (!isPlace(y)) return null
  if (at !== null && !(text(at, limits.path) && path.test(at))) return null
  return { type: 'selected', selected: { exact, prefix, suffix, start, end, y, path: at } }
}

/** A path of the steps that the server takes, so that nothing else is ever sent there. */
const path = /^(?:body|#[A-Za-z][\w-]*)(?: > [A-Za-z][\w-]*:nth-of-type\(\d{1,6}\))*$/

const share = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1

function readInnerFrame(value: unknown, at: unknown): FrameMessage | null {
  const picked = value === null ? null : readPicked('picked', value)?.picked
  const place = fields(at) && isPlace(at.x) && isPlace(at.y) ? { x: at.x, y: at.y } : null
  return picked === undefined || (at !== null && !place) ? null : { type: 'inner-frame', picked, at: place }
}

function readPicked(type: 'pointed' | 'picked', value: unknown) {
  if (!fields(value)) return null
  const { path: at, tag, words, alike } = value
  const [point, region] = [readPoint(value.point), readRegion(value.region)]
  if (!text(at, limits.path) || !path.test(at)) return null
  if (!text(tag, limits.tag) || !/^[a-z][\w-]*$/.test(tag) || !text(words, limits.words)) return null
  if (!count(alike, limits.alike)) return null
  if (point === undefined || region === undefined) return null
  return { type, picked: { path: at, tag, words, alike, point, region } }
}

/** Undefined for what is neither a point nor null. */
function readPoint(value: unknown): ElementPoint['point'] | undefined {
  if (value === null) return null
  if (!fields(value)) return undefined
  const { x, y } = value
  return share(x) && share(y) ? { x: rounded(x), y: rounded(y) } : undefined
}

function readRegion(value: unknown): ElementPoint['region'] | undefined {
  if (value === null) return null
  if (!fields(value)) return undefined
  const { x, y, width, height } = value
  if (!(share(x) && share(y) && share(width) && share(height))) return undefined
  const [right, lower] = [x + width, y + height]
  if (right > 1.0001 || lower > 1.0001 || width === 0 || height === 0) return undefined
  const [left, upper] = [rounded(x), rounded(y)]
  const [across, down] = [rounded(Math.min(1, right) - left), rounded(Math.min(1, lower) - upper)]
  return { x: left, y: upper, width: across, height: down }
}

/** A share in ten-thousandths: finer than a pixel of any picture that is looked at. */
const rounded = (value: number): number => Math.floor(value * 10_000) / 10_000

function readHits(value: unknown): FrameMessage | null {
  return isIds(value, limits.hits) && value.length > 0 ? { type: 'hit', ids: value } : null
}

const isIds = (value: unknown, most: number): value is string[] =>
  Array.isArray(value) && value.length <= most && value.every(id => text(id, limits.id))

const isPlace = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < 1e8

function readTops(scroll: unknown, value: unknown, missing: unknown): FrameMessage | null {
  if (!isPlace(scroll) || !Array.isArray(value) || value.length > limits.tops) return null
  if (!isIds(missing, limits.tops)) return null
  const tops = value.filter(
    (each): each is [string, number] => Array.isArray(each) && text(each[0], limits.id) && isPlace(each[1]),
  )
  return tops.length === value.length
    ? { type: 'tops', scroll, tops: tops.map(([id, top]) => [id, top]), missing: [...missing] }
    : null
}

/** The message, made anew from the fields it may have; null for anything else. */
export function readFrameMessage(value: unknown): FrameMessage | null {
  if (!fields(value) || typeof value.type !== 'string') return null
  const room = limits.message + (value.type === 'drawing' ? limits.drawing : 0)
  if (!small(value, { left: room })) return null
  return Object.hasOwn(readers, value.type) ? readers[value.type]!(value) : null
}

/** Counts text as it goes, so that a huge message is refused before it is walked. */
function small(value: unknown, room: { left: number }): boolean {
  room.left -= typeof value === 'string' ? value.length + 2 : 4
  if (room.left < 0) return false
  if (Array.isArray(value)) return value.length <= limits.headings && value.every(item => small(item, room))
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  return fields(value) && Object.entries(value).every(([key, item]) => small(key, room) && small(item, room))
}

function readOutline(value: unknown): FrameMessage | null {
  if (!Array.isArray(value) || value.length > limits.headings) return null
  const headings = value.map(readHeading)
  return headings.includes(null) ? null : { type: 'outline', headings: headings as Heading[] }
}

function readHeading(value: unknown): Heading | null {
  if (!fields(value)) return null
  const { level, text: words, id } = value
  if (!count(level, 6) || !text(words, limits.headingText) || !text(id, limits.headingText)) return null
  return { level, text: words, id }
}
