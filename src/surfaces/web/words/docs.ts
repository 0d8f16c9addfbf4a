// The words around the documentation; what the pages say stands in docs/.

export const docs = {
  title: 'Docs',
  search: 'Search the docs',
  results: 'Search results',
  contents: 'Contents',
  ways: 'Ways to do it',
  onThisPage: 'On this page',
  next: 'Next',
  previous: 'Previous',
  neighbours: 'Previous and next page',
  signIn: 'Sign in',
  asMarkdown: 'This page as Markdown',
  searchFor: (query: string) => `Search for “${query}”`,
  nothing: 'Nothing found. Try fewer words, or a problem code such as version_conflict.',
  failed: 'Results could not be loaded. Press Enter to search.',
  /** Of the book, for agents. */
  summary:
    'Publish one HTML or Markdown file and get an address; say who can open it; update it at the same address without overwriting anybody.',
  agents: (url: string) =>
    `Agents: the skill is at ${url}/.well-known/agent-skills/recto/SKILL.md, MCP at ${url}/v1/mcp, the API is described at ${url}/v1/openapi.json.`,
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const
