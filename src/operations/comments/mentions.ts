// Members named in a comment, and those who can be, as far as they can read its page.
import { z } from 'zod'
import { namePlaces } from '../../content/markdown/comment-markdown.ts'
import { type Actor, hasScope, memberWith } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { calledBy, callsIn } from '../../domain/mentions.ts'
import { plainLines } from '../../domain/plain-text.ts'
import { isFullMember, may } from '../../domain/policy.ts'
import type { Mention } from '../../domain/thread.ts'
import type { MemberRow } from '../../storage/records.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type SubjectTask } from '../kernel/operation.ts'

/** Who is named where the comment is drawn with names: members who can read the page, each once. Other names stay plain words. */
export async function mentionsIn(
  { artifact, rows }: Pick<SubjectTask, 'artifact' | 'rows'>,
  body: string,
): Promise<Mention[]> {
  const found = new Map<string, Mention>()
  const text = plainLines(body)
  for (const call of callsIn(text, namePlaces(text))) {
    const people: MemberRow['person'][] = []
    for await (const person of readersNamed({ artifact, rows }, call.sought)) people.push(person)
    const person = calledBy(call, people)
    if (person) found.set(person.id, { personId: person.id, name: person.name })
  }
  return [...found.values()]
}

/** Pages of members that are read for one name: their size, and how many at most. */
const PAGES = { size: 100, most: 5 }

/** The members with this text in their name or address who can read the page, in the order they joined. */
async function* readersNamed(
  { artifact, rows }: Pick<SubjectTask, 'artifact' | 'rows'>,
  text: string | null,
): AsyncGenerator<MemberRow['person']> {
  const organizationId = artifact.organization?.id
  let after: { joinedAt: number; id: string } | null = null
  for (let page = 0; organizationId !== undefined && page < PAGES.most; page += 1) {
    const members: MemberRow[] = await rows.members.page({ organizationId, text, after, limit: PAGES.size })
    yield* members.filter(row => reads(artifact, row)).map(({ person }) => person)
    const last = members.at(-1)
    if (members.length < PAGES.size || !last) return
    after = { joinedAt: last.joinedAt, id: last.person.id }
  }
}

function reads(artifact: Artifact, { person, role }: MemberRow): boolean {
  const actor = memberWith({ ...person, personId: person.id }, artifact.organization!.id, role)
  return may(actor, 'comment', artifact)
}

/** Names offered at once. */
const MOST = 8

export const listNames = operation({
  name: 'listNames',
  summary: 'List members who can be named with @ in a comment on an artifact, by the beginning of a name.',
  input: z.object({
    id: fields.id,
    query: z.string().max(200).default('').describe('Part of a name or an address'),
  }),
  output: z.object({
    data: z.array(z.object({ name: z.string(), email: z.string() })),
  }),
  effect: 'read',
  access: { artifact: 'comment' },
  fails: [],
  rest: { method: 'GET', path: '/v1/artifacts/{id}/names', success: 200 },
  mcp: { gap: 'list_members finds them' },
  cli: { gap: 'for people who write on the page' },
  async run({ actor, artifact, input, rows }) {
    const data: { name: string; email: string }[] = []
    if (!mayListMembers(actor)) return { data }
    for await (const { name, email } of readersNamed({ artifact, rows }, input.query.trim() || null)) {
      data.push({ name, email })
      if (data.length === MOST) break
    }
    return { data }
  },
})

/** As for the list of members: viewers and keys without its scope get no names. */
export const mayListMembers = (actor: Actor): boolean => isFullMember(actor) && hasScope(actor, 'org:read')
