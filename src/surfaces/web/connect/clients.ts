// What each client takes to know this server: one text to paste, in that client's own format.

export interface Client {
  /** In the address, as `?client=`. */
  id: string
  name: string
  /** A terminal, or the file that holds the client's settings. */
  into: 'terminal' | '~/.cursor/mcp.json'
  /** The text, for the server at `url` (RECTO_URL). */
  text(url: string): string
  /** A link that has the client ask to install the same. */
  link?(url: string): string
  /** What makes the client open the browser, where the text alone does not. */
  signIn?: string
  /** A part of what the client calls itself when it connects, in small letters; null where it works with a key. */
  called: string | null
}

const mcp = (url: string): string => `${url}/v1/mcp`

export const clients: readonly [Client, ...Client[]] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    into: 'terminal',
    text: url => `claude mcp add --scope user --transport http recto ${mcp(url)}\nclaude mcp login recto`,
    called: 'claude',
  },
  {
    id: 'codex',
    name: 'Codex',
    into: 'terminal',
    text: url => `codex mcp add recto --url ${mcp(url)}`,
    called: 'codex',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    into: '~/.cursor/mcp.json',
    text: url => JSON.stringify({ mcpServers: { recto: { url: mcp(url) } } }, null, 2),
    link: cursorLink,
    signIn: 'In the MCP settings of Cursor, connect recto.',
    called: 'cursor',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    into: 'terminal',
    text: url => `gemini mcp add --scope user --transport http recto ${mcp(url)}`,
    signIn: 'In Gemini CLI, type /mcp auth recto.',
    called: 'gemini',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    into: 'terminal',
    text: url => `opencode mcp add recto --url ${mcp(url)}\nopencode mcp auth recto`,
    called: 'opencode',
  },
  {
    id: 'command-line',
    name: 'Command line',
    into: 'terminal',
    text: url => `npx ${url}/cli.tgz login`,
    called: 'recto command line',
  },
  {
    id: 'ci',
    name: 'CI',
    into: 'terminal',
    text: url => `npx --yes ${url}/cli.tgz publish report.html`,
    called: null,
  },
]

/** Cursor asks before it installs what the link holds. */
function cursorLink(url: string): string {
  const config = Buffer.from(JSON.stringify({ url: mcp(url) })).toString('base64')
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: 'recto', config })}`
}
