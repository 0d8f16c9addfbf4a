// What proves who calls: an API key of the environment, or a sign-in kept by `recto login`, whose tokens are renewed in time.
import { Failure } from '../failure.ts'
import type { Io } from '../io.ts'
import { findSignIn, type SignIn } from './stored-sign-ins.ts'

export interface Credential {
  kind: 'key' | 'sign-in'
  /** Tells credentials apart; a secret. */
  identity: string
  /** The token for a resource below the server, as a bearer. */
  token(resource: Resource): string | Promise<string>
  /** Another token in place of one that the server does not know; null where there is none to be had. */
  renew(resource: Resource, refused: string): Promise<string> | null
}

/** Below the address of the server: the API, or its MCP endpoint. */
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
  return findSignIn(io.env, place.server, place.profile) && signInCredential(io, place)
}

const keyCredential = (key: string): Credential => ({
  kind: 'key',
  identity: key,
  token: () => key,
  renew: () => null,
})

function signInCredential(io: Io, place: Place): Credential {
  const current = (resource: Resource) => tokenIn(findSignIn(io.env, place.server, place.profile), resource)
  const renew = async (resource: Resource, refused?: string) =>
    (await io.oauth()).renewToken(io, place, { resource, refused })
  return {
    kind: 'sign-in',
    identity: `${place.server} ${place.profile}`,
    token: resource => current(resource) ?? renew(resource),
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
