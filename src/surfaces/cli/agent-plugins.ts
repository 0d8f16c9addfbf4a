// Plugins: the skill together with the tools of the server over MCP, each in the format that the agent's own documentation gives.
import { skillDescription, skillName } from '../../domain/agent-skill.ts'

/** The contents of a plugin. */
export interface PluginContents {
  /** The text of the skill for this server. */
  skill: string
  /** Address of the server. */
  url: string
  /** Version of this program, which the plugin gets too. */
  version: string
}

export interface AgentPlugin {
  /** Folder of the plugin, below a person's home and in a project; none in a project where the agent knows none there. */
  folder: { person: string; project?: string }
  /** File that says what the plugin is. */
  manifest: string
  /** The files of the plugin by their path below the folder. */
  files(contents: PluginContents): Readonly<Record<string, string>>
  /** The list of plugins that the agent reads, below the home or the project. */
  catalog?: string
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const about = ({ skill, version }: PluginContents) => ({
  name: skillName,
  version,
  description: skillDescription(skill),
})

/** Further facts of a plugin that Claude Code, Codex and Cursor show. */
const origin = ({ url }: PluginContents) => ({ author: { name: 'Recto' }, homepage: url, license: 'MIT' })

const servers = (server: Readonly<Record<string, string>>) => ({ mcpServers: { [skillName]: server } })

const mcp = ({ url }: PluginContents): string => `${url}/v1/mcp`

const SKILL = `skills/${skillName}/SKILL.md`

/** OpenCode is not here: its plugins are programs. */
export const agentPlugins: Readonly<Record<string, AgentPlugin>> = {
  // code.claude.com/docs/en/plugins: a folder of skills with a manifest is a plugin without a marketplace.
  claude: {
    folder: { person: `.claude/skills/${skillName}`, project: `.claude/skills/${skillName}` },
    manifest: '.claude-plugin/plugin.json',
    files: contents => ({
      '.claude-plugin/plugin.json': json({ ...about(contents), ...origin(contents) }),
      '.mcp.json': json(servers({ type: 'http', url: mcp(contents) })),
      'SKILL.md': contents.skill,
    }),
  },
  // developers.openai.com/codex/plugins/build
  codex: {
    folder: { person: `.codex/plugins/${skillName}`, project: `plugins/${skillName}` },
    manifest: '.codex-plugin/plugin.json',
    files: contents => ({
      '.codex-plugin/plugin.json': json({
        ...about(contents),
        ...origin(contents),
        skills: './skills/',
        mcpServers: './.mcp.json',
        interface: { displayName: 'Recto', category: 'Productivity', websiteURL: contents.url },
      }),
      '.mcp.json': json(servers({ type: 'http', url: mcp(contents) })),
      [SKILL]: contents.skill,
    }),
    catalog: '.agents/plugins/marketplace.json',
  },
  // cursor.com/docs/reference/plugins
  cursor: {
    folder: { person: `.cursor/plugins/local/${skillName}` },
    manifest: '.cursor-plugin/plugin.json',
    files: contents => ({
      '.cursor-plugin/plugin.json': json({ ...about(contents), ...origin(contents) }),
      'mcp.json': json(servers({ url: mcp(contents) })),
      [SKILL]: contents.skill,
    }),
  },
  // geminicli.com/docs/extensions/reference
  gemini: {
    folder: { person: `.gemini/extensions/${skillName}` },
    manifest: 'gemini-extension.json',
    files: contents => ({
      'gemini-extension.json': json({ ...about(contents), ...servers({ httpUrl: mcp(contents) }) }),
      [SKILL]: contents.skill,
    }),
  },
}

export interface Catalog {
  /** The agent's name for the catalog. */
  name: string
  plugins: ({ name?: unknown } | null)[]
}

/** Returns the catalog in a text, or a new one where there is no text; null where the text is no catalog. */
export function catalogIn(text: string | null, newName: string): Catalog | null {
  if (text === null) return { name: newName, plugins: [] }
  try {
    const value = JSON.parse(text)
    return typeof value?.name === 'string' && Array.isArray(value.plugins) ? value : null
  } catch {
    return null
  }
}

/** The text of the catalog with the plugin at `path` in it, and everything else as it was. */
export function withPlugin(catalog: Catalog, path: string): string {
  const entry = {
    name: skillName,
    source: { source: 'local', path: `./${path}` },
    policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
    category: 'Productivity',
  }
  const others = catalog.plugins.filter(each => each?.name !== skillName)
  return json({ ...catalog, plugins: [...others, entry] })
}
