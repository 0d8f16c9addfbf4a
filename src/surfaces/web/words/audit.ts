// The words of the audit log: where something was done, how long it is kept, and its filters.

export const auditWords = {
  title: 'Audit log',
  caption: 'Audit log, newest first',
  kept: (days: number | null) => (days === null ? 'Kept for good.' : `Kept for ${days} days on your plan.`),
  views: 'Opening a page that is not public is recorded too.',
  noViews: 'Opening pages is recorded on Pro and Enterprise.',
  times: 'Times are in UTC.',
  noMatch: 'No events match these filters',
  clear: 'Clear filters',
  empty: 'No events yet',
  emptyLead: 'Everything that is published, shared or changed is recorded here.',
  details: 'Details',
  filters: 'Filters',
  filter: 'Filter',
  who: 'Person (email address)',
  kind: 'Kind',
  what: 'Event',
  page: 'Page (ID or link)',
  where: 'Where',
  from: 'From',
  to: 'To',
  anyone: 'Anyone',
  anyEvent: 'Any event',
  anywhere: 'Anywhere',
  csv: 'Export CSV',
  json: 'Export JSON',
} as const

export const actorKinds: Readonly<Record<string, string>> = {
  human: 'People',
  agent: 'Agents',
  service: 'Service keys',
  system: 'The server',
}

export const surfaceWords: Readonly<Record<string, string>> = {
  web: 'In the browser',
  rest: 'API',
  mcp: 'Agent (MCP)',
  admin: 'Operator',
  oauth: 'Sign-in of apps',
  sweep: 'Automatic',
}

/** Returns the words for a surface. A script of our own pages asks through the API too, yet counts as the browser. */
export const whereDone = (surface: string, byBrowser: boolean): string =>
  surfaceWords[surface === 'rest' && byBrowser ? 'web' : surface] ?? surface
