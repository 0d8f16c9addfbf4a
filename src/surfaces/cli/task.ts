// What a running command works with.
import type { Client } from './client.ts'
import type { Values } from './command.ts'
import { usage } from './failure.ts'
import type { Io } from './io.ts'
import type { Manifest } from './manifest.ts'
import type { Voice } from './voice.ts'

export interface Task {
  io: Io
  /** What was given on the command line. */
  values: Values
  voice: Voice
  client: Client
  manifest: Manifest
}

/** A text that was given, or undefined. */
export const textOf = (values: Values, field: string): string | undefined => {
  const value = values[field]
  return typeof value === 'string' ? value : undefined
}

/**
 * The short ID in what was given for an artifact: itself or its address. An address of another server is refused, because the
 * credential belongs to this one.
 */
export function shortIdOf(task: Pick<Task, 'client'>, given: string): string {
  const { origin, segment } = partsOf(given)
  if (origin !== null && origin !== task.client.url)
    throw usage(
      `${given} is on another server than ${task.client.url}. Name that server with --url ${origin}`,
    )
  const shortId = /^[1-9A-HJ-NP-Za-km-z]{10}(?=$|[-@])/.exec(segment)?.[0]
  if (shortId !== undefined) return shortId
  throw usage(`"${given}" is neither a short ID nor the address of an artifact.`)
}

function partsOf(given: string): { origin: string | null; segment: string } {
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return { origin: null, segment: given }
  const { origin, pathname } = new URL(given)
  return { origin, segment: pathname.split('/')[1] ?? '' }
}

/** The audience asked for by --visibility, --public, --company or --private; at most one of them. */
export function visibilityOf(values: Values): string | undefined {
  const asked = [
    textOf(values, 'visibility'),
    ...['public', 'company', 'private'].map(word => (values[word] === true ? word : undefined)),
  ].filter(word => word !== undefined)
  if (asked.length > 1)
    throw usage('Two audiences were given. Give one of --visibility, --public, --company and --private.')
  return asked[0]
}
