// Tokens that issuers of OpenID Connect give to builds: verified with the issuer's own keys, and read as a build.
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { cleanName, DAY } from '../domain/artifact.ts'
import type { Build } from '../domain/ci-rule.ts'
import { Problem } from '../domain/problem.ts'
import type { Context } from '../operations/kernel/context.ts'
import { OutboundError, outboundAddress } from '../outbound.ts'
import { fetchBy, keepAnHour, PATIENCE, type Reach } from './issuer-requests.ts'

export interface Trust {
  /** Issuers that the operator named, as their tokens call them. */
  issuers: readonly string[]
  /** `{base_url}`: whom a token has to be meant for. */
  url: string
  clock(): number
  reach: Reach
}

type Keys = ReturnType<typeof createRemoteJWKSet>

/** Only signatures that nobody can make with what the issuer publishes. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Seconds that the clock of an issuer may differ from ours. */
const TOLERANCE = 30

/** Reads a token; null if it is wrong in any way. Throws provider_unavailable where its issuer gives no keys. */
export function buildTokenReader({ issuers, url, clock, reach }: Trust): Context['readBuild'] {
  const keysOf = new Map(
    issuers.map(issuer => [issuer, keepAnHour(() => discoverKeys(issuer, reach), clock)] as const),
  )
  return async token => {
    const issuer = issuerNamedIn(token)
    const findKeys = keysOf.get(issuer ?? '')
    if (issuer === null || !findKeys) return null
    try {
      const { payload } = await jwtVerify(token, await findKeys(), {
        ...{ issuer, audience: url, algorithms },
        requiredClaims: ['exp', 'iat', 'jti'],
        currentDate: new Date(clock()),
        clockTolerance: TOLERANCE,
        maxTokenAge: DAY / 1000,
      })
      return isMeantForOne(payload) ? buildOf(issuer, payload) : null
    } catch (error) {
      if (isSilence(error)) throw issuerSilent(error)
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

/** Returns the issuer that an unverified token names. It only chooses among the known issuers. */
function issuerNamedIn(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null
  } catch {
    return null
  }
}

async function discoverKeys(issuer: string, reach: Reach): Promise<Keys> {
  const { origin, protocol } = new URL(issuer)
  const fetch = fetchBy(reach, origin)
  const client = await oidc.discovery(new URL(issuer), 'recto', undefined, oidc.None(), {
    [oidc.customFetch]: fetch as oidc.CustomFetch,
    execute: protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    timeout: PATIENCE / 1000,
  })
  const address = outboundAddress(client.serverMetadata().jwks_uri ?? '', origin)
  return createRemoteJWKSet(address, { [customFetch]: fetch, timeoutDuration: PATIENCE })
}

/** A token for several could be sent on to us by another of them. */
const isMeantForOne = ({ aud }: JWTPayload): boolean => [aud].flat().length === 1

/**
 * The build that the claims tell of, in the words of GitHub (`repository_id`) or of GitLab (`project_id`); null where they
 * tell of none.
 */
function buildOf(issuer: string, claims: JWTPayload): Build | null {
  const tokenId = textOf(claims.jti)
  const repositoryId = numberOf(claims.repository_id ?? claims.project_id)
  if (tokenId === null || repositoryId === null) return null
  const environment = textOf(claims.environment)
  const isGitHub = claims.repository_id !== undefined
  return {
    ...{ issuer, tokenId, repositoryId, environment },
    ...(isGitHub
      ? { ref: textOf(claims.ref), event: textOf(claims.event_name), run: textOf(claims.run_id) }
      : { ref: gitLabRef(claims), event: textOf(claims.pipeline_source), run: textOf(claims.job_id) }),
    repository: nameOf(textOf(isGitHub ? claims.repository : claims.project_path)),
  }
}

/** GitLab tells the name and the kind of a ref apart. */
function gitLabRef({ ref, ref_type }: JWTPayload): string | null {
  const name = textOf(ref)
  const folder = ref_type === 'tag' ? 'tags' : ref_type === 'branch' ? 'heads' : null
  return name === null || folder === null ? null : `refs/${folder}/${name}`
}

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && claim.length <= 1000 ? claim : null

/** Both issuers write their numbers as text. */
function numberOf(claim: unknown): number | null {
  const isOne = typeof claim === 'string' || typeof claim === 'number'
  const number = isOne && /^[1-9]\d{0,15}$/.test(String(claim)) ? Number(claim) : 0
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

const nameOf = (text: string | null): string | null => text && (cleanName(text)?.slice(0, 200) ?? null)

/** True if no keys came, or none that can be read. */
const isSilence = (error: unknown): boolean =>
  [error, (error as Error).cause].some(each => each instanceof OutboundError) ||
  error instanceof oidc.ClientError ||
  (error instanceof errors.JOSEError && silent.has(error.code))

const silent = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JWK_INVALID'])

function issuerSilent(cause: unknown): Problem {
  const problem = new Problem(
    'provider_unavailable',
    'The issuer of the build token does not give its keys at the moment. Send the same token again.',
  )
  problem.cause = cause
  return problem
}
