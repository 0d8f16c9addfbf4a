// The objects that a running command works with.
import { type ArtifactAddress, parseArtifactAddress } from '../../domain/artifact-address.ts'
import type { Values } from './command-line/command.ts'
import type { Manifest } from './command-line/manifest.ts'
import { usage } from './failure.ts'
import type { Io } from './io.ts'
import type { Client } from './server/client.ts'
import { shellWord } from './shell-word.ts'
import type { Output } from './terminal/output.ts'
import { recordedIn } from './version-record.ts'

export interface Task {
  io: Io
  /** Values given on the command line. */
  values: Values
  output: Output
  client: Client
  manifest: Manifest
}

/** A text that was given, or undefined. */
export const textOf = (values: Values, field: string): string | undefined => {
  const value = values[field]
  return typeof value === 'string' ? value : undefined
}

/**
 * The artifact that was named by its short ID or its address, perhaps with a version. An address of another server is
 * refused, because the credential belongs to this one.
 * @throws Failure with exit code 2
 */
export function addressOf({ client }: Pick<Task, 'client'>, given: string): ArtifactAddress {
  const origin = URL.canParse(given) ? new URL(given).origin : client.url
  const address = parseArtifactAddress(given)
  if (address && origin === client.url) return address
  throw usage(
    origin === client.url || !/^https?:/.test(given)
      ? `"${given}" is neither a short ID nor the address of an artifact.`
      : `${given} is on another server than ${client.url}. Name that server with --url ${shellWord(origin)}`,
  )
}

/** The artifact's id for the server, which checks a version named with it. */
export function idOf(task: Pick<Task, 'client'>, given: unknown): string {
  const { shortId, version } = addressOf(task, String(given))
  return version === null ? shortId : `${shortId}@${version}`
}

/**
 * The version that a change starts from: the one given, else the one recorded in this folder. The server is never asked: its
 * current version is not what somebody has read.
 * @throws Failure with exit code 2
 */
export function baseOf(task: Pick<Task, 'client' | 'io' | 'values'>): number {
  const { client, io, values } = task
  const { shortId } = addressOf(task, String(values.id))
  const base =
    (values.baseVersion as number | undefined) ?? recordedIn(io.cwd, { server: client.url, shortId })
  if (base !== undefined) return base
  throw usage(
    `Which version of ${shortId} is this change for? None is recorded in this folder. Name it with --base-version, or save the current one with recto get ${shortId} -o <file>.`,
  )
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
