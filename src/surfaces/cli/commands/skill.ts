// `recto skill install`: writes the agent skill where an agent on this machine looks for it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { skillFor, skillName } from '../../../domain/agent-skill.ts'
import { usage } from '../failure.ts'
import { type Task, textOf } from '../task.ts'

/** Folders of skills, of a person and of a project, as each agent's documentation names them. */
export const skillFolders: Readonly<Record<string, { person: string; project: string }>> = {
  claude: { person: '.claude/skills', project: '.claude/skills' },
  codex: { person: '.agents/skills', project: '.agents/skills' },
  cursor: { person: '.cursor/skills', project: '.cursor/skills' },
  gemini: { person: '.gemini/skills', project: '.gemini/skills' },
  opencode: { person: '.config/opencode/skills', project: '.opencode/skills' },
}

export async function installSkill({ io, output, values, client }: Task): Promise<void> {
  const agents = (values.agents as string[] | undefined) ?? Object.keys(skillFolders)
  const unknown = agents.find(agent => !Object.hasOwn(skillFolders, agent))
  if (unknown !== undefined)
    throw usage(`There is no agent "${unknown}" here. There is: ${Object.keys(skillFolders).join(', ')}.`)
  const text = skillFor(io.skill(), client.url)
  const inProject = textOf(values, 'scope') === 'project'
  const home = inProject ? io.cwd : io.env.HOME || homedir()
  const files = agents.map(agent => {
    const folder = skillFolders[agent]![inProject ? 'project' : 'person']
    return { agent, path: write(join(home, folder, skillName, 'SKILL.md'), text) }
  })
  await output.answer(
    files,
    files.map(({ agent, path }) => `${agent}  ${inProject ? relative(io.cwd, path) : path}`),
    ['Start the agent anew and ask it to publish a file.'],
  )
}

/** Overwrites an older skill of this name, and nothing that somebody else wrote there. */
function write(path: string, text: string): string {
  const standing = contentOf(path)
  if (standing !== null && !/^---\nname: recto\n/.test(standing))
    throw usage(`${path} holds something else. Move it away first.`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
