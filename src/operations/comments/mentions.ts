// Members named in a comment, and those who can be, as far as they can read its page.
import { z } from 'zod'
import { readMentions } from '../../content/markdown/comment-markdown.ts'
import { type Actor, hasScope, memberWith } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { type Call, calledBy, comparable, namesOf } from '../../domain/mentions.ts'
import { plainLines } from '../../domain/plain-text.ts'
import { isFullMember, may } from '../../domain/policy.ts'
import type { Mention } from '../../domain/thread.ts'
import type { MemberRow } from '../../storage/records.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type SubjectTask } from '../kernel/operation.ts'

/** No more names than this are looked up or found in one comment. */
const MOST_NAMES = 20

/** No more calls than this are compared with the members that were found. */
const MOST_CALLS = 200

type Subject = Pick<SubjectTask, 'artifact' | 'rows'>
type Person = MemberRow['person']

/**
 * Returns the members who can read the page and are named in the body, with the words that name them: exactly those that are
 * drawn as mentions once these words are known. A name that is not drawn can hide others or show them, so it is left out and
 * the rest is drawn again.
 */
export async function mentionsIn(subject: Subject, body: string): Promise<Mention[]> {
  const text = plainLines(body)
  const people = await peopleCalled(subject, readMentions(text, []).calls)
  let names = [...people.keys()]
  let drawn = wordsDrawn(text, names)
  while (drawn.size < names.length) {
    names = [...drawn.keys()]
    drawn = wordsDrawn(text, names)
  }
  const byPerson = Map.groupBy(drawn, ([name]) => people.get(name)!)
  return Array.from(byPerson, ([personId, own]) => ({ personId, words: own.map(([, words]) => words) }))
}

/** Returns the names that are drawn, each with its words as they stand first. */
function wordsDrawn(text: string, names: readonly string[]): Map<string, string> {
  const byName = Map.groupBy(readMentions(text, names).mentions, ({ words }) => comparable(words))
  return new Map(names.filter(name => byName.has(name)).map(name => [name, byName.get(name)![0]!.words]))
}

/** Returns who is called by which names, comparable. */
async function peopleCalled(subject: Subject, calls: readonly Call[]): Promise<Map<string, string>> {
  const people = new Map<string, string>()
  const readers = new Map<string, Named[]>()
  for (const call of distinct(calls)) {
    if (people.size === MOST_NAMES) break
    if (!readers.has(call.sought) && readers.size === MOST_NAMES) continue
    const found = readers.get(call.sought) ?? (await readersCalled(subject, call.sought))
    readers.set(call.sought, found)
    const called = calledBy(call, found)
    if (called) people.set(comparable(called.words), called.member.id)
  }
  return people
}

const distinct = (calls: readonly Call[]): readonly Call[] =>
  [...new Map(calls.map(call => [`${call.whole} ${call.words}`, call])).values()].slice(0, MOST_CALLS)

type Named = Pick<Person, 'id'> & { names: readonly string[] }

async function readersCalled(subject: Subject, sought: string): Promise<Named[]> {
  const found: Named[] = []
  for await (const person of readersNamed(subject, sought))
    found.push({ id: person.id, names: namesOf(person) })
  return found
}

/** Pages of members that are read for one name: their size, and how many at most. */
const PAGES = { size: 100, most: 5 }

/** The members with this text in their name or address who can read the page, in the order they joined. */
async function* readersNamed({ artifact, rows }: Subject, text: string | null): AsyncGenerator<Person> {
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
    query: z.string().max(200).default('').describe('Parts of a name or an address, in any order'),
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
