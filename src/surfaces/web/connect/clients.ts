// The text that each client needs to know this server, in that client's own format, to be pasted.

import type { ClientId } from '../words/connect.ts'

export interface Client {
  /** In the address, as `?client=`. */
  id: ClientId
  /** A terminal, or the file that holds the client's settings, or the workflow of a build. */
  into: 'terminal' | '~/.cursor/mcp.json' | 'workflow'
  /** The text, for the server at `url` (RECTO_URL); a build names the organization too. */
  text(url: string, organization: string): string
  /** A link that has the client ask to install the same. */
  link?(url: string): string
  /** A part of what the client calls itself when it connects, in small letters; null for builds, which prove who they are. */
  called: string | null
}

const mcp = (url: string): string => `${url}/v1/mcp`

export const clients: readonly [Client, ...Client[]] = [
  {
    id: 'claude-code',
    into: 'terminal',
    text: url => `claude mcp add --scope user --transport http recto ${mcp(url)}\nclaude mcp login recto`,
    called: 'claude',
  },
  {
    id: 'codex',
    into: 'terminal',
    text: url => `codex mcp add recto --url ${mcp(url)}`,
    called: 'codex',
  },
  {
    id: 'cursor',
    into: '~/.cursor/mcp.json',
    text: url => JSON.stringify({ mcpServers: { recto: { url: mcp(url) } } }, null, 2),
    link: cursorLink,
    called: 'cursor',
  },
  {
    id: 'gemini-cli',
    into: 'terminal',
    text: url => `gemini mcp add --scope user --transport http recto ${mcp(url)}`,
    called: 'gemini',
  },
  {
    id: 'opencode',
    into: 'terminal',
    text: url => `opencode mcp add recto --url ${mcp(url)}\nopencode mcp auth recto`,
    called: 'opencode',
  },
  {
    id: 'command-line',
    into: 'terminal',
    text: url => `npx ${url}/cli.tgz login`,
    called: 'recto command line',
  },
  {
    id: 'ci',
    into: 'workflow',
    text: buildStep,
    called: null,
  },
]

/** Cursor asks before it installs what the link holds. */
function cursorLink(url: string): string {
  const config = Buffer.from(JSON.stringify({ url: mcp(url) })).toString('base64')
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: 'recto', config })}`
}

/** The step of a workflow on GitHub. One key is one page, which every run updates. */
function buildStep(url: string, organization: string): string {
  const inputs = [`url: ${url}`, `organization: ${organization}`, 'file: report.html', 'key: weekly-report']
  return ['- uses: YOUR-COPY/recto@v0', '  with:', ...inputs.map(input => `    ${input}`)].join('\n')
}
