// The parts of the outside that operations may use: stores, clock, chance and secrets, handed in by main.ts.

import type { Renderer } from '../../content/render/renderer.ts'
import type { Workers } from '../../content/render/workers.ts'
import type { Descriptions } from '../../content/text/description-batches.ts'
import type { Build } from '../../domain/ci-rule.ts'
import type { ProviderName } from '../../domain/sign-in.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { CheckedReader } from '../../storage/checked-reader.ts'
import type { Records } from '../../storage/records.ts'
import type { Messenger } from './messenger.ts'
import type { ReadAudit } from './read-audit.ts'
import type { ServerStatus } from './server-status.ts'
import type { Watch } from './watch.ts'

export interface Operator {
  organizationId: string
  status(): Promise<ServerStatus>
}

export interface Context {
  records: Records
  blobs: Blobs
  /** Passes on the bytes of a file, or fails with `storage_full` where the disk is nearly full, so that what is small goes on. */
  reserve: { watch(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> }
  /** Reads blobs and never returns a damaged byte. */
  contents: CheckedReader
  /** The processes in which everything is done that parses, matches or compares what people wrote. */
  workers: Workers
  /** Finds titles and texts of files that come in. */
  descriptions: Descriptions
  renderer: Renderer
  /** Records reads of pages that are not public. */
  readAudit: ReadAudit
  /** Lets those who follow wait for what comes. */
  watch: Watch
  /** Milliseconds since 1970. */
  clock(): number
  /** RECTO_SECRET. */
  secret: string
  /** RECTO_SECRET_PREVIOUS. */
  previousSecret: string | null
  /** `{base_url}`, without a trailing slash. */
  url: string
  publicPreviews: boolean
  /** Issuers whose builds may exchange a token for a key. */
  ciIssuers: readonly string[]
  /** The build that a token proves; null if the token is wrong in any way. Throws provider_unavailable. */
  readBuild(token: string): Promise<Build | null>
  /** The TXT records of a domain; null if the DNS does not answer. */
  resolveTxt(domain: string): Promise<string[] | null>
  /** Sends to webhooks. */
  messenger: Messenger
  signUp: 'open' | 'invited'
  ownerEmail: string | null
  defaultPlan: 'free' | 'solo' | 'pro' | 'enterprise'
  /** The sign-in providers that are set up. */
  signInProviders: readonly ProviderName[]
  /** Counts codes and previews by row; false only in development on loopback. */
  rateLimits: boolean
  /** The operator's organization, and the status it may ask for; absent where nothing serves. */
  operator?: Operator
  /** Runs an operation as a part of its request's trace; absent where nothing is traced. */
  traceOperation?: <T>(name: string, work: () => Promise<T>) => Promise<T>
}
