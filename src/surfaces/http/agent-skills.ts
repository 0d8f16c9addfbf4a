// The addresses at which agents discover the skill: /.well-known/agent-skills/ by the discovery draft 0.2.0, and the skill itself.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { skillDescription, skillFor, skillName } from '../../domain/agent-skill.ts'
import { packagePath } from '../../program-files.ts'
import type { Early } from './http-exchange.ts'
import { type PublicFile, publicFile, sendPublicFile } from './public-file.ts'
import type { Site } from './site.ts'

const FOLDER = '/.well-known/agent-skills/'
const SKILL = `${FOLDER}${skillName}/SKILL.md`

/** The skill with this server's address, as the command line installs it. */
export const agentSkill = (url: string): string =>
  skillFor(readFileSync(packagePath('dist/cli/SKILL.md'), 'utf8'), url)

/** Answers the index and the skill that it names. */
export function agentSkills(site: Site): Early {
  const text = agentSkill(site.context.url)
  const files: Record<string, PublicFile> = {
    [`${FOLDER}index.json`]: publicFile(
      'application/json; charset=utf-8',
      Buffer.from(`${JSON.stringify(indexOf(text), null, 2)}
`),
    ),
    [SKILL]: publicFile('text/markdown; charset=utf-8', Buffer.from(text)),
  }
  return exchange => {
    const { method, url = '' } = exchange.request
    const path = url.split('?')[0]!
    if (!Object.hasOwn(files, path) || (method !== 'GET' && method !== 'HEAD')) return false
    sendPublicFile(site, exchange, files[path]!)
    return true
  }
}

/** Clients compare the digest with the bytes they get, and resolve the address against the index. */
const indexOf = (text: string) => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: [
    {
      name: skillName,
      type: 'skill-md',
      description: skillDescription(text),
      url: SKILL,
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    },
  ],
})
