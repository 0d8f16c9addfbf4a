// Chooses the seed of random inputs.
import { randomInt } from 'node:crypto'
import { isAtLength } from './at-length.ts'

const FIXED = 20_260_704

/** The seed that RECTO_TEST_SEED names; else a new one at length, and the fixed one otherwise. */
export const chooseSeed = (): number =>
  Number(process.env.RECTO_TEST_SEED) || (isAtLength ? randomInt(1, 2 ** 31) : FIXED)
