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

/** No comment is read more often than this; one that would take more names nobody. */
const MOST_TURNS = 6

type Subject = Pick<SubjectTask, 'artifact' | 'rows'>
type Person = MemberRow['person']
type Named = Pick<Person, 'id'> & { names: readonly string[] }

/**
 * Returns the members who can read the page and are named in the body, with the words that name them: exactly those that are
 * drawn as mentions once these words are known. A name that is drawn can show others or hide them, so the body is read until
 * nothing changes: mostly twice.
 */
export async function mentionsIn(subject: Subject, body: string): Promise<Mention[]> {
  const text = plainLines(body)
  const lookup = new Lookup(subject)
  let words: string[] = []
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { mentions, calls } = readMentions(text, words)
    const spellings = Map.groupBy(mentions, each => comparable(each.words))
    const drawn = Array.from(spellings.values(), ([first]) => first!.words)
    const found = await lookup.wordsOf(calls)
    if (found.length === 0 && drawn.length === words.length) return lookup.mentionsBy(drawn)
    words = [...drawn, ...found]
  }
  return []
}

/** Finds the members who are called in one comment. */
class Lookup {
  readonly #subject: Subject
  /** Members by what they were sought with. */
  readonly #sought = new Map<string, Named[]>()
  readonly #calls = new Set<string>()
  /** Who is named by which words. */
  readonly #people = new Map<string, string>()

  constructor(subject: Subject) {
    this.#subject = subject
  }

  /** Returns the words of these calls that name somebody and were not found before. */
  async wordsOf(calls: readonly Call[]): Promise<string[]> {
    const found: string[] = []
    for (const call of calls) {
      const called = this.#isNew(call) && calledBy(call, await this.#members(call.sought))
      const words = called && comparable(called.words)
      if (!words || this.#people.has(words) || this.#people.size >= MOST_NAMES) continue
      this.#people.set(words, called.member.id)
      found.push(called.words)
    }
    return found
  }

  mentionsBy(words: readonly string[]): Mention[] {
    const byPerson = Map.groupBy(words, each => this.#people.get(comparable(each))!)
    return Array.from(byPerson, ([personId, own]) => ({ personId, words: own }))
  }

  #isNew({ words, whole }: Call): boolean {
    const { size } = this.#calls
    if (size < MOST_CALLS) this.#calls.add(`${whole} ${words}`)
    return this.#calls.size > size
  }

  async #members(sought: string): Promise<Named[]> {
    const known = this.#sought.get(sought)
    if (known || this.#sought.size >= MOST_NAMES) return known ?? []
    const people: Named[] = []
    for await (const person of readersNamed(this.#subject, sought))
      people.push({ id: person.id, names: namesOf(person) })
    this.#sought.set(sought, people)
    return people
  }
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
