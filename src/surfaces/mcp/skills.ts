// The agent skill over MCP (extension io.modelcontextprotocol/skills, SEP-2640): listed with the digest of its file, and read as a resource.
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Skill } from '@modelcontextprotocol/server/ext/skills'
import * as z from 'zod'
import { skillAddress, skillName } from '../../domain/agent-skill.ts'

/** The capability that the server declares to clients that know the extension. */
export const skillsCapability = { 'io.modelcontextprotocol/skills': {} } as const

/** The same for everybody until the server is replaced. */
const kept = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** Answers the requests of the extension for the skill whose text is given. */
export function addSkills(server: Server, text: string): void {
  server.setRequestHandler(
    'skills/list',
    { params: z.object({ cursor: z.string().optional() }).optional() },
    async params => {
      if (params?.cursor !== undefined) throw refused('The list of skills has one page.')
      return { skills: [await entryOf(text)], ...kept }
    },
  )
  server.setRequestHandler('skills/get', { params: z.object({ uri: z.string() }) }, async ({ uri }) => {
    if (uri !== skillAddress) throw refused('There is no such skill; skills/list names them.')
    return { skill: await entryOf(text), ...kept }
  })
}

export const skillContents = (text: string) => [{ uri: skillAddress, mimeType: 'text/markdown', text }]

const refused = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

const entries = new Map<string, Promise<Skill>>()

/** Makes the entry once; its maker is loaded when somebody asks for skills. */
function entryOf(text: string): Promise<Skill> {
  const entry =
    entries.get(text) ??
    import('@modelcontextprotocol/server/ext/skills').then(({ skillEntry }) =>
      skillEntry(skillName, { 'SKILL.md': text }),
    )
  entries.set(text, entry)
  return entry
}
