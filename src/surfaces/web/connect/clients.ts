// What each client takes to know this server: one text to paste, in that client's own format.

export interface Client {
  /** In the address, as `?client=`. */
  id: string
  name: string
  /** Where the text goes. */
  into: 'terminal' | 'browser' | 'opencode.json'
  /** The text, for the server at `url` (RECTO_URL). */
  text(url: string): string
}

const mcp = (url: string): string => `${url}/v1/mcp`

export const clients: readonly [Client, ...Client[]] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    into: 'terminal',
    text: url => `claude mcp add --transport http recto ${mcp(url)}`,
  },
  { id: 'codex', name: 'Codex', into: 'terminal', text: url => `codex mcp add recto --url ${mcp(url)}` },
  { id: 'cursor', name: 'Cursor', into: 'browser', text: cursorLink },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    into: 'terminal',
    text: url => `gemini mcp add --transport http --scope user recto ${mcp(url)}`,
  },
  { id: 'opencode', name: 'OpenCode', into: 'opencode.json', text: openCodeEntry },
  {
    id: 'command-line',
    name: 'Command line',
    into: 'terminal',
    text: url => `npx ${url}/cli.tgz login`,
  },
]

/** Cursor asks before it installs what the link holds. */
function cursorLink(url: string): string {
  const config = Buffer.from(JSON.stringify({ url: mcp(url) })).toString('base64')
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: 'recto', config })}`
}

/** As OpenCode 2 reads it; version 1 has the entry below `mcp` itself. */
function openCodeEntry(url: string): string {
  return JSON.stringify({ mcp: { servers: { recto: { type: 'remote', url: mcp(url) } } } })
}
