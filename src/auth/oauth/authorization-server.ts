// The authorization server as the rest of the service sees it: what it answers, and what waits for a person.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { sha256Hex } from '../../crypto.ts'
import type { Scope } from '../../domain/actor.ts'
import { deviceHost, everydayScopes, resourcesOf } from '../../domain/grant.ts'
import { atFirstUse } from '../../domain/memoize.ts'
import { notFound } from '../../domain/problem.ts'
import type { Context } from '../../operations/kernel/context.ts'
import type { Settings } from '../../settings.ts'
import { clientDocuments } from './client-documents.ts'
import {
  type CodeGiver,
  declineDevice,
  deviceByTicket,
  findDevice,
  isDeviceConnected,
  ticketOf,
  type WaitingDevice,
} from './device-codes.ts'
import { type OAuthRequest, standIn } from './oauth-request.ts'
import { homeOf, knownScopes } from './registration.ts'
import { type AskingProgram, interactionRecord, programIn } from './waiting-records.ts'
import type { OfferLog, Reach } from './way-out.ts'

/** An authorization that waits for a person to agree. */
export interface WaitingConsent {
  clientId: string
  /** The name that the program claims. */
  clientName: string
  /** The address that is answered to, and what a person reads of it; a device that shows a code has no address. */
  redirect: string | null
  clientHost: string
  /** The host that publishes a document about the program. */
  publisher: string | null
  scopes: Scope[]
  resources: string[]
}

/** A device that shows a code, and waits. */
export interface DeviceConsent extends WaitingConsent {
  /** Identifies the device when it is answered. */
  device: string
  /** Stands for the code in the form that asks, for the same session only. */
  ticket: string
}

export interface AuthorizationServer {
  answer(request: OAuthRequest, response: ServerResponse): Promise<void>
  /** Null where it ended, or was begun in another browser. */
  waiting(uid: string, request: OAuthRequest, response: ServerResponse): Promise<WaitingConsent | null>
  /** Answers with the address that the browser goes on to. */
  agree(
    given: { personId: string; grantId: string },
    request: OAuthRequest,
    response: ServerResponse,
  ): Promise<string>
  /** Does the same where the person said no. */
  decline(request: OAuthRequest, response: ServerResponse): Promise<string>
  /** The device that shows the code; throws where none does, or too many codes were wrong. */
  device(shown: string, giver: CodeGiver): Promise<DeviceConsent>
  /** Finds the same device by its ticket; null where it does not wait any more. */
  deviceByTicket(session: string, ticket: string): Promise<DeviceConsent | null>
  /** Tells whether the person let the device of the ticket in a short time ago. */
  isDeviceConnected(person: Pick<CodeGiver, 'session' | 'personId'>, ticket: string): Promise<boolean>
  declineDevice(device: string): Promise<void>
}

export interface AuthorizationSettings {
  cimd: Settings['RECTO_CIMD']
  reach?: Reach
  log: OfferLog
  /** Receives errors that nobody expected. */
  failed(error: Error): void
}

/** Nothing is loaded until somebody speaks OAuth. */
export function createAuthorizationServer(
  context: Context,
  { cimd, reach, log, failed }: AuthorizationSettings,
): AuthorizationServer {
  const documents = clientDocuments(context, cimd, log, reach)
  const library = atFirstUse(async () => {
    const { createProvider } = await import('./provider.ts')
    const provider = createProvider(context, { documents: cimd === 'off' ? null : documents, failed })
    return { provider, callback: provider.callback() }
  })
  return {
    async answer(request, response) {
      const { callback } = await library()
      await callback(standIn(request, context), response)
    },
    async waiting(uid, request, response) {
      const interaction = await interactionOf((await library()).provider, standIn(request, context), response)
      return interaction?.uid === uid ? consentAt(context, uid, interaction.params) : null
    },
    async agree({ personId: accountId, grantId }, request, response) {
      const result = { login: { accountId, remember: false }, consent: { grantId } }
      return (await library()).provider.interactionResult(standIn(request, context), response, result)
    },
    async decline(request, response) {
      const result = { error: 'access_denied', error_description: 'the person said no' }
      return (await library()).provider.interactionResult(standIn(request, context), response, result)
    },
    async device(shown, giver) {
      const device = await findDevice(context, shown, giver)
      const ticket = ticketOf(context, giver.session, device)
      return deviceConsent(device, ticket) ?? Promise.reject(notFound())
    },
    async deviceByTicket(session, ticket) {
      const device = await deviceByTicket(context, session, ticket)
      return device && deviceConsent(device, ticket)
    },
    isDeviceConnected: (person, ticket) => isDeviceConnected(context, person, ticket),
    declineDevice: device => declineDevice(context, device),
  }
}

function deviceConsent(
  { shownHash: device, params, program }: WaitingDevice,
  ticket: string,
): DeviceConsent | null {
  return program && { ...consentOf(program, { ...params, redirect_uri: null }), device, ticket }
}

/** The authorization that the browser's cookie names. */
const interactionOf = (library: Provider, request: IncomingMessage, response: ServerResponse) =>
  library.interactionDetails(request, response).catch(() => null)

async function consentAt(
  { records, clock }: Context,
  uid: string,
  params: object,
): Promise<WaitingConsent | null> {
  const record = await records.oauth.record(interactionRecord, sha256Hex(uid), clock())
  const program = record && programIn(record)
  return program && consentOf(program, params as AskedParams)
}

/** The parameters of a program's request. */
interface AskedParams {
  client_id: string
  redirect_uri: string | null
  scope: string
  resource: unknown
}

const consentOf = (
  { name, publisher }: AskingProgram,
  { client_id: clientId, redirect_uri: redirect, scope, resource }: AskedParams,
): WaitingConsent => ({
  clientId,
  clientName: name,
  redirect,
  clientHost: redirect === null ? deviceHost : homeOf(redirect),
  publisher,
  scopes: knownScopes(scope) as Scope[],
  resources: [resource].flat() as string[],
})

/** The request for an authorization with what programs leave out or ask too much of. */
export function completedQuery(query: URLSearchParams, url: string): URLSearchParams {
  const completed = new URLSearchParams(query)
  if (completed.getAll('scope').length < 2) {
    const known = knownScopes(completed.get('scope') ?? '')
    completed.set('scope', (known.length > 0 ? known : everydayScopes).join(' '))
  }
  if (!completed.has('resource')) completed.set('resource', resourcesOf(url).mcp)
  // A person is always asked, whatever the program wishes; only `none` asks for something else.
  if (completed.get('prompt') !== 'none') completed.delete('prompt')
  return completed
}
