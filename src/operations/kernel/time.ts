// Times as answers write them.
import { z } from 'zod'

/** ISO 8601, UTC, milliseconds. */
export const iso = (time: number): string => new Date(time).toISOString()

/** The same in the schema of an answer. */
export const time = z.iso.datetime()
