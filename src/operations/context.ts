// What operations may use of the outside: stores, clock, chance and secrets, handed in by main.ts.
import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Descriptions } from '../content/description-batches.ts'
import type { Renderer } from '../content/renderer.ts'
import type { Workers } from '../content/workers.ts'
import { randomText } from '../domain/artifact.ts'
import type { ProviderName } from '../domain/sign-in.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { CheckedReader } from '../storage/checked.ts'
import type { Records } from '../storage/records.ts'
import type { Views } from './views.ts'
import type { Watch } from './watch.ts'

export interface Context {
  records: Records
  blobs: Blobs
  /** Reads blobs and never hands out a damaged byte. */
  contents: CheckedReader
  /** The processes in which everything is done that parses, matches or compares what people wrote. */
  workers: Workers
  /** Finds titles and texts of files that come in. */
  descriptions: Descriptions
  renderer: Renderer
  /** Records who read what is not public. */
  views: Views
  /** Lets those who follow wait for what comes. */
  watch: Watch
  /** Milliseconds since 1970. */
  clock(): number
  /** RECTO_SECRET. */
  secret: string
  /** `{base_url}`, without a trailing slash. */
  url: string
  publicPreviews: boolean
  /** The TXT records of a domain; null where the DNS does not answer. */
  lookUpText(domain: string): Promise<string[] | null>
  signUp: 'open' | 'invited'
  ownerEmail: string | null
  defaultPlan: 'free' | 'solo' | 'pro' | 'enterprise'
  /** The sign-in providers that are set up. */
  signInProviders: readonly ProviderName[]
  /** Counts codes and previews by row; false only in development on loopback. */
  rateLimits: boolean
}

/** Keyed text for a purpose: nobody without the secret can make or check it. */
export const keyed = (context: Pick<Context, 'secret'>, purpose: string, value: string): string =>
  createHmac('sha256', context.secret).update(`${purpose}\0${value}`).digest('hex')

/** SHA-256 in lower-case hex; enough for secrets of 128 bits and more. */
export const hashed = (secret: string): string => hash('sha256', secret, 'hex')

/** Base-58 text from the system's random source. */
export const chance = (length: number): string => randomText(length, randomBytes)

/** Base-58 text of 32 characters that only the holder of the secret can derive from `value`. */
export function derivedToken(context: Pick<Context, 'secret'>, purpose: string, value: string): string {
  let block = 0
  return randomText(32, () =>
    createHmac('sha512', context.secret).update(`${purpose}\0${value}\0${block++}`).digest(),
  )
}
