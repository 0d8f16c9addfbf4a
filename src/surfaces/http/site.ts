// The parts that every HTTP surface shares: the operations' context, the header table, limits and the log.
import type { IncomingHttpHeaders } from 'node:http'
import type { AuthorizationServer } from '../../auth/oauth/authorization-server.ts'
import type { ProviderClients } from '../../auth/provider-clients.ts'
import type { Context } from '../../operations/kernel/context.ts'
import type { ContentOrigins } from '../viewer/content-host.ts'
import type { HeaderTable } from '../viewer/headers.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { RequestLimits } from './limits.ts'
import type { EndedRequest } from './request-log.ts'

export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface Site {
  context: Context
  headers: HeaderTable
  origins: ContentOrigins
  limits: RequestLimits
  /** Readers of the API that wait or hold a stream. */
  connections: ConnectionLimit
  log: Log
  /** Hears of every request that has ended; absent where nobody wants to know. */
  requestEnded?: ((request: EndedRequest) => void) | undefined
  /** Runs a request within a trace, which goes on that of the caller where these headers name one; absent where nothing is traced. */
  traceRequest?:
    | ((trusted: IncomingHttpHeaders, work: (ended: (request: EndedRequest) => void) => void) => void)
    | undefined
  /** Clients of the sign-in providers that are set up. */
  providers: ProviderClients
  /** The server at which programs ask to act for people. */
  authorization: AuthorizationServer
  /** Proxies whose X-Forwarded-For is believed. */
  proxies: number
  /** True once the server was told to stop: proxies should send new requests elsewhere, and those that come are served. */
  draining(): boolean
  /** True once the server is stopping: no new work begins. */
  stopping(): boolean
  /** Milliseconds that this machine's clock is ahead of the time that all nodes share. */
  clockSkew(): number
  /** Names of the jobs that should have ended long ago. */
  stuckJobs(): readonly string[]
  /** Returns sentences about why other processes behind the same port should get no requests. */
  unreadyElsewhere(): readonly string[]
  /** Gets every unexpected failure; a disk that lost acknowledged bytes must stop the process. */
  failed(error: unknown): void
}
