// The specification promises these sentences. A test proves one by naming its id in its title: `[S4] an update …`.

export const requirements = {
  // The work of the service
  S1: 'It stores one HTML or Markdown file per artifact and serves it at a URL.',
  S2: 'Publishing creates an artifact and returns its URL and a short ID.',
  S3: 'Updating replaces the content at the same URL.',
  S4: 'Every update names the version the writer edited from, so one writer cannot overwrite another by mistake.',
  S5: 'Each artifact has an audience: who can open it.',
  S6: 'Four surfaces reach the same behaviour.',
  S7: 'Agent: a person or script asks an agent in plain words (publish a file, update the page at the same link, read open comments, fix them and resolve the threads).',
  S8: 'Agents with a shell may use a command-line tool.',
  S9: 'REST API: multipart HTTP requests.',
  S10: 'MCP server: a remote Model Context Protocol endpoint with a publish tool and tools for reading, search, sharing, comments and organization work.',
  S11: 'CI: a build job that calls the REST API (or an agent step) with an API key kept as a secret.',
  S12: 'Without sign-in and without an API key, a public preview can be published.',
  S13: 'It stays for 30 days and comes with a claim URL; opening the claim URL and signing in keeps it.',
  S14: 'Viewers are unlimited on every plan.',
  S15: 'People can comment on a page; comments form threads that can be resolved.',
  S16: 'A teammate can edit a page in the browser and save it as a new version.',
  S17: 'An artifact can be shared with people outside the company.',

  // Resources and their fields
  S18: 'file: file (HTML or Markdown), multipart part, required to publish and update.',
  S19: 'name: human title of the artifact, optional in a request, and in the response.',
  S20: 'visibility: audiences public, company, private, or named email addresses.',
  S21: 'theme: string, optional in a request.',
  S22: 'url: address at which the artifact is opened.',
  S23: 'shortId: short identifier; used as the path segment of the artifact and as short_id in the MCP publish tool.',
  S24: 'version: version of the artifact, in the response, used for concurrency control.',
  S25: 'currentVersion: integer, in the response of the metadata endpoint; the version label in If-Match is v followed by this integer.',
  S26: 'Version label: v<version> where <version> is an integer, sent inside double quotes in the If-Match header.',
  S27: 'Public preview: an artifact published without credentials. Audience is public. Lifetime 30 days. Has a claim URL.',
  S28: 'Pages carry comments grouped in threads; threads can be open or resolved; an agent can read open comments and resolve threads.',

  // States and transitions
  S29: 'Publish with a user key or OAuth sign-in: audience Private unless a visibility is requested.',
  S30: 'Publish with an organization service key: audience Company unless a visibility is requested.',
  S31: 'The response of a publish holds url, shortId, version, name.',
  S32: 'Publish without credentials to the public preview endpoint: public preview, claim URL issued.',
  S33: 'Claim URL opened and user signs in: kept by the account.',
  S34: 'Update with If-Match equal to current version: artifact at a new version, same URL.',
  S35: 'Update with If-Match not equal to current version: stale, unchanged, status 412.',
  S36: 'Update without If-Match: unchanged, status 428.',
  S37: 'Browser edit saved by a teammate: new version.',
  S38: 'Agent resolves thread after fixing: thread resolved.',

  // Endpoints
  S39: 'POST /v1/artifacts with Authorization: Bearer; parts file (required), name, visibility, theme (optional).',
  S40: 'PUT /v1/artifacts/{short_id} with Authorization: Bearer and If-Match (required); part file (required); answers url, shortId, version and name.',
  S41: 'GET /v1/artifacts/{short_id}/metadata: JSON object with currentVersion (integer), used to build the next If-Match.',
  S42: 'POST /v1/public/artifacts: no key needed; publishes a public preview kept 30 days; a claim URL is returned.',
  S43: 'MCP endpoint /v1/mcp, HTTP transport of a remote MCP server. Clients send a bearer API key.',
  S44: 'MCP clients sign in with OAuth.',
  S45: 'Tool publish: creates or updates. To update, send short_id and base_version.',
  S46: 'Content is sent inline, or through a staged transfer: tool create_upload first, then publish with upload_id.',
  S47: 'Tool groups: publishing, reading, search, sharing, organization work.',
  S48: 'Tool group: comments.',

  // Authentication
  S49: 'User key: acts as that person, with that person’s role.',
  S50: 'Organization service key: acts as the organization; reaches Public and Company artifacts, not Private ones.',
  S51: 'Scoped key: limited by scope; Pro and Enterprise plans only.',
  S52: 'Keys are created in the dashboard; the command-line tool does not create keys.',
  S53: 'Organization policy applies to every surface.',
  S54: 'An Owner can restrict Public artifacts or sharing outside the organization; a call requesting a restricted audience then fails.',
  S55: 'Viewer access: one-time password sent by email on every plan.',
  S56: 'Viewer access: Google and Microsoft sign-in on Pro and Enterprise.',

  // Limits
  S57: 'Files per artifact: 1 (HTML or Markdown); folders are not accepted yet.',
  S58: 'File size: 10MB on Free; 50MB on paid plans.',
  S59: 'Free plan: 3 gated artifacts; unlimited public ones.',
  S60: 'Plans Free, Solo, Pro, Enterprise; no plan charges per viewer.',
  S61: 'Outside guests may view, cannot comment.',

  // Versioning
  S62: 'REST paths carry the prefix /v1.',
  S63: 'Every artifact has a version; updates need the version edited from (If-Match on REST, base_version on MCP).',
  S64: 'Each saved edit produces a new version at the same URL.',
} as const

export type Requirement = keyof typeof requirements

/** Built already or being built, and not proven by a test yet: this list only shrinks. */
export const pending: Requirement[] = []

/** Belongs to a later step, and what it waits for. */
export const later: Partial<Record<Requirement, string>> = {
  S7: 'the skill that teaches an agent',
  S11: 'the step for a build job',
  S44: 'the authorization server',
}
