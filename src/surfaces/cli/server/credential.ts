// The proof of a caller: an API key of the environment, or a sign-in kept by `recto login`, whose tokens are renewed in time.
import { Failure } from '../failure.ts'
import type { Io } from '../io.ts'
import { findSignIn, knownSignIn, type SignIn } from './stored-sign-ins.ts'

export interface Credential {
  kind: 'key' | 'sign-in'
  /** Tells credentials apart; a secret. */
  identity: string
  /** The token for a resource below the server, as a bearer. */
  token(resource: Resource): string | Promise<string>
  /** Returns another token in place of one that the server does not know; null where there is none to be had. */
  renew(resource: Resource, refused: string): Promise<string> | null
}

/** Path below the address of the server: the API, or its MCP endpoint. */
export type Resource = '/v1' | '/v1/mcp'

export interface Place {
  server: string
  profile: string
}

/** Seconds before its end at which a token counts as over: the request still has to travel. */
const EARLY = 60_000

/** RECTO_API_KEY goes first, then the sign-in kept for this server and profile. */
export function credentialOf(io: Io, place: Place): Credential | null {
  const key = io.env.RECTO_API_KEY?.trim()
  if (key) return keyCredential(key)
  return knownSignIn(io.env, place) && signInCredential(io, place)
}

const keyCredential = (key: string): Credential => ({
  kind: 'key',
  identity: key,
  token: async () => sendable(key),
  renew: () => null,
})

/** A key that no header can carry is no key; it is never sent in pieces or shown. */
function sendable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new Failure(3, {
    code: 'unauthorized',
    detail: 'RECTO_API_KEY is not an API key: it holds spaces or other characters that no key has.',
  })
}

function signInCredential(io: Io, place: Place): Credential {
  const current = async (resource: Resource) => tokenIn(await findSignIn(io, place), resource)
  const renew = async (resource: Resource, refused?: string) =>
    (await io.oauth()).renewToken(io, place, { resource, refused })
  return {
    kind: 'sign-in',
    identity: `${place.server} ${place.profile}`,
    token: async resource => (await current(resource)) ?? renew(resource),
    renew: (resource, refused) => renew(resource, refused),
  }
}

/** The token of a sign-in that is good for some time yet. */
export function tokenIn(signIn: SignIn | null, resource: Resource, now = Date.now()): string | null {
  if (!signIn) throw signedOut()
  const token = signIn.accessTokens[resource]
  return token && token.endsAt - EARLY > now ? token.value : null
}

export const signedOut = (): Failure =>
  new Failure(3, {
    code: 'not_signed_in',
    detail: 'The sign-in on this machine has ended. Sign in again: recto login',
  })
