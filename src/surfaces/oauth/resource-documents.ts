// The documents from which programs learn where to sign in (RFC 9728), and that pages of other sites may read.
import { everydayScopes, issuerOf, resourceMetadataPath, resourcesOf } from '../../domain/grant.ts'
import type { HeaderSet } from '../viewer/headers.ts'

/** Each document by its path. */
export const resourceDocuments = (url: string): Record<string, object> =>
  Object.fromEntries(
    Object.values(resourcesOf(url)).map(resource => [
      resourceMetadataPath(resource),
      {
        resource,
        authorization_servers: [issuerOf(url)],
        scopes_supported: everydayScopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Recto',
        resource_documentation: `${url}/docs`,
      },
    ]),
  )

/** They hold nothing that is not everybody's, so pages of any site may read them. */
export const forAnySite: HeaderSet = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
