// `recto skill install`: writes the agent skill, alone or as a plugin with the tools of the server, where an agent on this machine looks for it.
import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join, relative, sep } from 'node:path'
import { skillFor, skillName } from '../../../domain/agent-skill.ts'
import { agentPlugins, type Catalog, catalogIn, withPlugin } from '../agent-plugins.ts'
import { usage } from '../failure.ts'
import { makeFolder } from '../make-folder.ts'
import { readText } from '../read-text.ts'
import { type Task, textOf } from '../task.ts'
import { writeWhole } from '../write-whole.ts'

/** Folders of skills, of a person and of a project, as each agent's documentation names them. */
export const skillFolders: Readonly<Record<string, { person: string; project: string }>> = {
  claude: { person: '.claude/skills', project: '.claude/skills' },
  codex: { person: '.agents/skills', project: '.agents/skills' },
  cursor: { person: '.cursor/skills', project: '.cursor/skills' },
  gemini: { person: '.gemini/skills', project: '.gemini/skills' },
  opencode: { person: '.config/opencode/skills', project: '.opencode/skills' },
}

/** Signs that an agent is on this machine: its folder in the home, or its program on PATH. */
const signs: Readonly<Record<string, { folders: readonly string[]; programs: readonly string[] }>> = {
  claude: { folders: ['.claude'], programs: ['claude'] },
  codex: { folders: ['.codex'], programs: ['codex'] },
  cursor: { folders: ['.cursor'], programs: ['cursor', 'cursor-agent'] },
  gemini: { folders: ['.gemini'], programs: ['gemini'] },
  opencode: { folders: ['.config/opencode', '.local/share/opencode', '.opencode'], programs: ['opencode'] },
}

type Scope = 'person' | 'project'

/** The files that are written for an agent, below the home or the project. */
interface Installation {
  agent: string
  /** Path that the person is told. */
  path: string
  files: Readonly<Record<string, string>>
  /** The files that say whose they are: only our own are replaced. */
  named: readonly string[]
  /** The skill of the same agent outside the plugin, which it would find a second time. */
  replaced?: string
  /** The command by which the agent takes it in. */
  next?: string
}

export async function installSkill(task: Task): Promise<void> {
  const { io, output, values, client } = task
  const scope: Scope = textOf(values, 'scope') === 'project' ? 'project' : 'person'
  const home = scope === 'project' ? io.cwd : io.env.HOME || homedir()
  const text = skillFor(io.skill(), client.url)
  const asPlugin = values.plugin === true
  const plan = agentsIn(task, scope, asPlugin).map(agent =>
    asPlugin ? pluginOf(task, { agent, scope, home, text }) : skillOf(agent, scope, text),
  )
  if (scope === 'project')
    for (const { files, replaced = [] } of plan)
      for (const path of Object.keys(files).concat(replaced)) requireInside(home, path)
  for (const { named } of plan) for (const path of named) requireOurs(join(home, path))
  for (const installation of plan) install(home, installation)
  const written = plan.map(({ agent, path, next }) => ({
    agent,
    path: join(home, path),
    ...(next && { next }),
  }))
  const nexts = plan.flatMap(({ next }) => (next === undefined ? [] : [`Run: ${next}`]))
  await output.answer(
    written,
    written.map(({ agent, path }) => `${agent}  ${scope === 'project' ? relative(io.cwd, path) : path}`),
    [...nexts, asPlugin ? afterPlugin : 'Start the agent anew and ask it to publish a file.'],
  )
}

const afterPlugin = 'Start the agent anew and sign in to recto in its list of MCP servers.'

/** The agents named, else all on this machine that have what is to be written. A project is for others too: it gets all. */
function agentsIn({ io, values }: Task, scope: Scope, asPlugin: boolean): string[] {
  const able = Object.keys(skillFolders).filter(
    agent => !asPlugin || agentPlugins[agent]?.folder[scope] !== undefined,
  )
  const named = values.agents as string[] | undefined
  const unknown = named?.find(agent => !Object.hasOwn(skillFolders, agent))
  if (unknown !== undefined)
    throw usage(`There is no agent "${unknown}" here. There is: ${Object.keys(skillFolders).join(', ')}.`)
  const unable = named?.find(agent => !able.includes(agent))
  if (unable !== undefined)
    throw usage(
      `${unable} has no plugins ${scope === 'project' ? 'of a project' : 'that a file describes'}. Install the skill without --plugin.`,
    )
  if (named || scope === 'project') return named ?? able
  const here = able.filter(agent => isHere(agent, io.env))
  if (here.length > 0) return here
  throw usage(
    `None of the agents is on this machine: ${able.join(', ')}. Nothing was written. Name those you want it for: recto skill install ${able[0]}${asPlugin ? ' --plugin' : ''}`,
  )
}

function isHere(agent: string, { HOME, PATH = '' }: Task['io']['env']): boolean {
  const { folders, programs } = signs[agent]!
  const places = PATH.split(delimiter).filter(place => place !== '')
  return (
    folders.some(folder => existsSync(join(HOME || homedir(), folder))) ||
    places.some(place =>
      programs.some(name => existsSync(join(place, name)) || existsSync(join(place, `${name}.cmd`))),
    )
  )
}

function skillOf(agent: string, scope: Scope, text: string): Installation {
  const path = join(skillFolders[agent]![scope], skillName, 'SKILL.md')
  return { agent, path, files: { [path]: text }, named: [path] }
}

interface PluginPlace {
  agent: string
  scope: Scope
  home: string
  text: string
}

function pluginOf({ io, client }: Task, { agent, scope, home, text }: PluginPlace): Installation {
  const { folder, files, manifest, catalog } = agentPlugins[agent]!
  const path = folder[scope]!
  const contents = Object.entries(files({ skill: text, url: client.url, version: io.version }))
  const alone = join(skillFolders[agent]![scope], skillName, 'SKILL.md')
  const known = catalog === undefined ? null : readCatalog(join(home, catalog), scope)
  return {
    agent,
    path,
    files: {
      ...Object.fromEntries(contents.map(([name, content]) => [join(path, name), content])),
      ...(catalog !== undefined && known && { [catalog]: withPlugin(known, path) }),
    },
    named: [join(path, manifest), ...contents.map(([name]) => join(path, name)).filter(isSkill)],
    ...(dirname(alone) !== path && { replaced: alone }),
    ...(known && { next: `codex plugin add ${skillName}@${known.name}` }),
  }
}

const isSkill = (path: string): boolean => basename(path) === 'SKILL.md'

function readCatalog(path: string, scope: Scope): Catalog {
  const catalog = catalogIn(contentOf(path), scope === 'project' ? 'project' : 'personal')
  if (catalog) return catalog
  throw usage(`${path} is no list of plugins. Repair it or move it away.`)
}

function install(home: string, { files, replaced }: Installation): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name)
    makeFolder(dirname(path))
    writeWhole(path, content)
  }
  if (replaced !== undefined && isOurs(join(home, replaced))) rmSync(join(home, replaced))
}

/** Refuses a folder that a link leads out of the project: the link, brought by a project, could lead to any file of the person. */
function requireInside(project: string, path: string): void {
  const folder = folderThere(join(project, dirname(path)))
  const home = realpathSync(project)
  const real = realPathOf(folder)
  if (real !== home && !real?.startsWith(home.endsWith(sep) ? home : home + sep))
    throw usage(`${folder} leads out of this folder by a link. Remove the link first.`)
}

/** The folder, or the nearest above it that is there; a link is there wherever it leads. */
const folderThere = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false }) ? path : folderThere(dirname(path))

/** The path with its links followed; null where they lead to nothing. */
function realPathOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** An older skill or plugin of this name is overwritten, and nothing that somebody else wrote there. */
function requireOurs(path: string): void {
  if (contentOf(path) !== null && !isOurs(path))
    throw usage(`${path} holds something else. Move it away first.`)
}

const isOurs = (path: string): boolean =>
  /^(---\nname: recto\n|\{\s*"name": "recto",)/.test(contentOf(path) ?? '')

function contentOf(path: string): string | null {
  try {
    return readText(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw usage(`${path} cannot be read: ${(error as Error).message}`)
  }
}
