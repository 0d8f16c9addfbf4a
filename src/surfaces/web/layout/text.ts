// Values as a page shows them: names without tricks, sizes, days and how long ago.

import { times } from '../words/common.ts'

export { plain } from '../../../domain/plain-text.ts'

const units = ['bytes', 'KB', 'MB'] as const

/** 1 KB is 1,024 bytes. */
export function fileSize(bytes: number): string {
  const unit = bytes < 1024 ? 0 : bytes < 1_048_576 ? 1 : 2
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const value = bytes / 1024 ** unit
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[unit]}`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `21 November 2026`, in UTC. */
export const day = (date: Date): string => dayFormat.format(date)

/** Hour and day begin where a smaller unit would round to one, so that no 60 minutes are told. */
const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number, from: number][] = [
  ['year', 31_557_600, 31_557_600],
  ['month', 2_629_800, 2_629_800],
  ['day', 86_400, 86_400 - 1800],
  ['hour', 3600, 3600 - 30],
  ['minute', 60, 60],
]

const withinDay = new Intl.RelativeTimeFormat('en-GB', { style: 'short' })
const overDays = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** `3 hr ago`, `in 2 days`, `just now`. */
export function relativeTime(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const step = steps.find(([, , from]) => Math.abs(seconds) >= from)
  if (!step) return times.justNow
  const [unit, size] = step
  return (size < 86_400 ? withinDay : overDays).format(Math.round(seconds / size), unit)
}

/** The title of a page of the dashboard, which the browser shows. */
export const titleOf = (title: string): string => `${title} · Recto`

/** JSON in plain ASCII for an attribute, so that no invisible mark stands in a page. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Whole days until `date`, rounded up, never below 0. */
export const daysLeft = (date: Date, now: Date): number =>
  Math.max(0, Math.ceil((date.getTime() - now.getTime()) / 86_400_000))

/** `1 day`, `2 days`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * Returns the path to which a sign-in leads back: a path of this app, or `otherwise`. Addresses of other sites, also in the spellings that
 * browsers read as such (`//x`, `/\x`, tabs within), are not followed.
 */
export function returnPath(next: string | undefined | null, otherwise = '/app'): string {
  if (!next || next.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\'))
    return otherwise
  return next
}

/** A name from our own lists, such as that of a plan, as it begins a line. */
export const titled = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`
