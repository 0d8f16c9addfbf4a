// Every surface of the service looks the same to a behaviour: one way to act, one shape of answer.
import type { Operation } from '../../src/operations/kernel/operation.ts'
import type { Credential } from './people.ts'

export interface File {
  name?: string
  bytes: string | Uint8Array
  type?: string
  /** The name itself is what is proven; surfaces that send only text leave it out. */
  nameMatters?: true
}

/** One act in the service's words. */
export interface Act {
  operation: Operation
  input: Record<string, unknown>
  as: Credential
  /** Versions the writer names as the ones edited from; absent names none. */
  base: readonly number[] | undefined
  file: File | undefined
  idempotencyKey: string | undefined
  /** The type and the name that the caller gives itself. */
  claim: { actorType: 'human' | 'agent' | null; actorName: string | null }
}

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer it asserts
export type Value = any

export interface Refusal {
  code: string
  /** The HTTP status, where the surface has one. */
  status?: number
  extras: Record<string, Value>
}

/** The outcome of an act, in the same shape on every surface. */
export type Outcome = Success | { problem: Refusal }

export interface Success {
  value: Value
  replayed: boolean
  /** The session as it goes on, where its token changed. */
  session?: { cookie: string }
}

export interface SurfaceDriver {
  name: 'core' | 'REST' | 'MCP' | 'CLI'
  /** Facts of a refusal that this surface keeps to itself. */
  silent?: readonly string[]
  /** Tells whether the act can be made here: the operation is on the surface, and the credential fits it. */
  takes(act: Act): boolean
  act(act: Act): Promise<Outcome>
}

/** Can the value be written as words? */
export const isText = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(each => typeof each === 'string')
    : ['string', 'number', 'boolean'].includes(typeof value)
