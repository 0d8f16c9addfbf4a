// The authorization server as the rest of the service sees it: what it answers, and what waits for a person.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Scope } from '../../domain/actor.ts'
import { everydayScopes, resourcesOf } from '../../domain/grant.ts'
import type { Context } from '../../operations/kernel/context.ts'
import { type OAuthRequest, standIn } from './oauth-request.ts'
import { homeOf, knownScopes } from './registration.ts'

/** An authorization that waits for a person to agree. */
export interface WaitingConsent {
  clientId: string
  /** What the program calls itself: a claim. */
  clientName: string
  /** The address that is answered to, and what a person reads of it. */
  redirect: string
  clientHost: string
  scopes: Scope[]
  resources: string[]
}

export interface AuthorizationServer {
  answer(request: OAuthRequest, response: ServerResponse): Promise<void>
  /** Null where it ended, or was begun in another browser. */
  waiting(uid: string, request: OAuthRequest, response: ServerResponse): Promise<WaitingConsent | null>
  /** Answers where the browser goes on. */
  agree(
    given: { personId: string; grantId: string },
    request: OAuthRequest,
    response: ServerResponse,
  ): Promise<string>
  /** Likewise, where the person said no. */
  decline(request: OAuthRequest, response: ServerResponse): Promise<string>
}

/** Nothing is loaded until somebody speaks OAuth. `failed` is told of what nobody expected. */
export function createAuthorizationServer(
  context: Context,
  failed: (error: Error) => void,
): AuthorizationServer {
  const load = async () => {
    const { createProvider } = await import('./provider.ts')
    const provider = createProvider(context, failed)
    return { provider, callback: provider.callback() }
  }
  let loaded: ReturnType<typeof load> | null = null
  const library = () => {
    loaded ??= load()
    return loaded
  }
  return {
    async answer(request, response) {
      const { callback } = await library()
      await callback(standIn(request, context), response)
    },
    async waiting(uid, request, response) {
      return waitingAt((await library()).provider, uid, standIn(request, context), response)
    },
    async agree({ personId: accountId, grantId }, request, response) {
      const result = { login: { accountId, remember: false }, consent: { grantId } }
      return (await library()).provider.interactionResult(standIn(request, context), response, result)
    },
    async decline(request, response) {
      const result = { error: 'access_denied', error_description: 'the person said no' }
      return (await library()).provider.interactionResult(standIn(request, context), response, result)
    },
  }
}

async function waitingAt(
  library: Provider,
  uid: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<WaitingConsent | null> {
  const interaction = await library.interactionDetails(request, response).catch(() => null)
  if (interaction?.uid !== uid) return null
  const params = interaction.params as {
    client_id: string
    redirect_uri: string
    scope: string
    resource: unknown
  }
  const client = await library.Client.find(params.client_id)
  if (!client) return null
  const { redirect_uri: redirect, scope, resource } = params
  return {
    clientId: client.clientId,
    clientName: client.clientName ?? '',
    redirect,
    clientHost: homeOf(redirect),
    scopes: knownScopes(scope) as Scope[],
    resources: [resource].flat() as string[],
  }
}

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
