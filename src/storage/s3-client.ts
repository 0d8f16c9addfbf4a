// The S3 client, loaded only where a bucket is configured, and what its failures mean to us.
import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type * as Sdk from '@aws-sdk/client-s3'
import { Problem } from '../domain/problem.ts'
import type { S3Address } from './s3-address.ts'

/** The environment that holds the keys; without them the client looks where Amazon's tools look. */
export interface S3Environment {
  readonly AWS_ACCESS_KEY_ID?: string | undefined
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined
  readonly AWS_SESSION_TOKEN?: string | undefined
}

/** Bounds of patience, in milliseconds and tries. */
export interface S3Patience {
  readonly connectMs: number
  /** From the start of a request to the headers of its answer, and between two chunks of a body, either way. */
  readonly answerMs: number
  readonly tries: number
}

export const usualPatience: S3Patience = { connectMs: 3000, answerMs: 5000, tries: 3 }

/** Milliseconds in which bytes that are sent must be there, however they trickle. */
const LONGEST_SEND = 60_000

/** Two clients for one bucket, which share their connections, with the commands they can send. */
export interface S3Connection {
  readonly sdk: typeof Sdk
  /** For what is asked in a few bytes. */
  readonly client: Sdk.S3Client
  /** For bytes on their way to the bucket: it waits as long as they move. */
  readonly sender: Sdk.S3Client
}

export async function connectS3(
  address: S3Address,
  env: S3Environment,
  patience: S3Patience,
): Promise<S3Connection> {
  const sdk = await import('@aws-sdk/client-s3')
  const settings = settingsOf(address, env, patience)
  const agents = agentsOf()
  const open = (waits: { requestTimeout: number; socketTimeout: number }): Sdk.S3Client => {
    const handler = { connectionTimeout: patience.connectMs, throwOnRequestTimeout: true, ...waits }
    const client = new sdk.S3Client({ ...settings, requestHandler: { ...handler, ...agents } })
    distrustAfterSilence(client, Object.values(agents))
    return client
  }
  // An idle socket is what a slow reader looks like; see `untilIdle` for servers that stall.
  const client = open({ requestTimeout: patience.answerMs, socketTimeout: 0 })
  const sender = open({ requestTimeout: LONGEST_SEND, socketTimeout: patience.answerMs })
  return { sdk, client, sender }
}

const settingsOf = (address: S3Address, env: S3Environment, { tries }: S3Patience): Sdk.S3ClientConfig => ({
  region: address.region,
  ...(address.endpoint === undefined ? {} : { endpoint: address.endpoint, forcePathStyle: true }),
  ...credentials(env),
  // Other servers than Amazon's refuse or even store the trailers of the newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // Asking first would cost every put a connection of its own.
  expectContinueHeader: false,
  maxAttempts: tries,
})

function agentsOf(): { httpAgent: Agent; httpsAgent: SecureAgent } {
  const options = { keepAlive: true, maxSockets: 512 }
  return { httpAgent: new Agent(options), httpsAgent: new SecureAgent(options) }
}

/** Drops all resting connections once one fell silent: they went the same way, and each would be waited for in its turn. */
function distrustAfterSilence(client: Sdk.S3Client, agents: readonly Agent[]): void {
  const forget = (error: Error): never => {
    if (error.name === 'TimeoutError')
      for (const socket of agents.flatMap(({ freeSockets }) => Object.values(freeSockets).flat()))
        socket?.destroy()
    throw error
  }
  client.middlewareStack.add(next => args => next(args).catch(forget), {
    step: 'deserialize',
    name: 'distrustAfterSilence',
  })
}

function credentials(env: S3Environment): Pick<Sdk.S3ClientConfig, 'credentials'> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey) return {}
  const session = env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}
  return { credentials: { accessKeyId, secretAccessKey, ...session } }
}

/** Waits for an answer; a failure becomes `storage_full` or `storage_unavailable`, with the failure as its cause. */
export async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw s3Problem(error)
  }
}

/** Like `answered`, but null when there is no such object. */
export async function answeredOrNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    const { name } = error as Error
    if (name === 'NoSuchKey' || name === 'NotFound') return null
    throw s3Problem(error)
  }
}

/** The problem that a failure of the server or the network means to the caller. */
export function s3Problem(error: unknown): Problem {
  const problem = isFull(error)
    ? new Problem('storage_full', 'There is no room left to store this. Free some space and try again.')
    : new Problem('storage_unavailable', 'The storage of files does not answer. Try again shortly.')
  problem.cause = error
  return problem
}

function isFull(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode === 507
}
