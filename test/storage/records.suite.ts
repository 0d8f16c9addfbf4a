// The openings that every part of the suite is given: one store, opened twice as two processes would.
import type { Records } from '../../src/storage/records.ts'

export interface Openings {
  first(): Records
  second(): Records
}
