// Acts by calling `perform`, with the actor that the credential proves.
import { authenticate } from '../../src/auth/credentials.ts'
import { holderOf } from '../../src/auth/edit-tokens.ts'
import { cookieName } from '../../src/auth/sessions.ts'
import type { Actor } from '../../src/domain/actor.ts'
import { resourcesOf } from '../../src/domain/grant.ts'
import { readJsonBytes } from '../../src/domain/json-bytes.ts'
import { tooLarge } from '../../src/domain/plan.ts'
import type { Base } from '../../src/domain/precondition.ts'
import { Problem } from '../../src/domain/problem.ts'
import type { Content } from '../../src/operations/artifacts/read-artifacts.ts'
import { openUpload, takeBytes } from '../../src/operations/artifacts/uploads.ts'
import type { Body, Call } from '../../src/operations/kernel/call.ts'
import type { Context } from '../../src/operations/kernel/context.ts'
import { perform } from '../../src/operations/kernel/perform.ts'
import type { Credential } from './people.ts'
import type { Act, File, Outcome, Refusal, SurfaceDriver } from './world-surface.ts'

/** `network` stands for the address the calls come from. */
export function coreSurface(context: Context, network: string): SurfaceDriver {
  return {
    name: 'core',
    takes: () => true,
    act: act => outcomeOf(() => performed(context, act, network)),
  }
}

async function performed(context: Context, act: Act, network: string): Promise<Outcome> {
  if (act.operation.name === transferName) return { value: await transferred(context, act), replayed: false }
  const actor = await actorOf(context, act.as, act.input.id, network)
  const answer = await perform(context, act.operation, callOf(act, actor, network))
  const value =
    act.operation.name === 'content'
      ? await bytesOf(context, answer.value as Content)
      : readValue(answer.value)
  const { replayed, session } = answer
  return {
    value,
    replayed,
    ...(session !== null && { session: { cookie: `${cookieName(context)}=${session}` } }),
  }
}

/** As a surface shows it. */
const readValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? readJsonBytes(value as Record<string, unknown>)
    : value

/** The bytes of a staged transfer travel outside every operation. */
export const transferName = 'transfer'

async function transferred(context: Context, { input, file }: Act): Promise<unknown> {
  const url = new URL(String(input.url))
  const id = url.pathname.split('/').at(-1) ?? ''
  const upload = await openUpload(context, id, url.searchParams.get('t') ?? '')
  return takeBytes(context, upload, chunks(file!))
}

export async function actorOf(
  context: Context,
  credential: Credential,
  id: unknown,
  network: string,
): Promise<Actor> {
  if (credential === 'nobody') return authenticate(context, { ...nothing, network })
  if ('editToken' in credential) return holderOf(context, String(id), credential.editToken)
  if ('key' in credential)
    return authenticate(context, {
      ...nothing,
      ...{ authorization: `Bearer ${credential.key}`, network, resource: resourcesOf(context.url).rest },
    })
  return authenticate(context, { ...nothing, cookie: credential.cookie, network })
}

const nothing = { authorization: undefined, cookie: undefined, resource: '' }

function callOf({ operation, input, base, file, idempotencyKey, claim }: Act, actor: Actor, network: string) {
  const call: Call = {
    ...{ actor, input, claim, network },
    ...{ surface: 'core', requestId: 'test', client: 'test' },
    ...(operation.based && { base: baseOf(base) }),
    ...(operation.content && { body: bodyOf(file) }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
  return call
}

const baseOf = (base: readonly number[] | undefined): Base =>
  base === undefined ? 'missing' : { versions: [...base] }

function bodyOf(file: File | undefined): Body {
  return {
    announce(limit) {
      if (file && Buffer.byteLength(file.bytes) > limit) throw tooLarge(limit)
    },
    read: async (_limit, keep) => ({ fields: {}, file: file ? await keep(incoming(file)) : null }),
  }
}

const incoming = (file: File) => ({
  bytes: chunks(file),
  ...(file.name !== undefined && { filename: file.name }),
  ...(file.type !== undefined && { mediaType: file.type }),
})

async function* chunks({ bytes }: File): AsyncIterable<Uint8Array> {
  const all = Buffer.from(bytes as Uint8Array)
  for (let at = 0; at < all.length; at += 65_536) yield all.subarray(at, at + 65_536)
}

async function bytesOf(context: Context, { version }: Content) {
  const read = await context.contents.read(version)
  const bytes = read instanceof Uint8Array ? Buffer.from(read) : Buffer.concat(await read.toArray())
  return { version: version.number, bytes }
}

/** A Problem becomes an outcome; anything else is a failure of the test. */
export async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { problem: refusalOf(error) }
  }
}

const refusalOf = ({ code, status, extras }: Problem): Refusal => ({
  code,
  status,
  extras: readJsonBytes(extras),
})
