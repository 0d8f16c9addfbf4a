// Members named in a comment with @: by address, by the part before its @, or by name.
import type { Artifact } from '../domain/artifact.ts'
import { may } from '../domain/policy.ts'
import type { Mention } from '../domain/thread.ts'
import type { MemberRow } from '../storage/records.ts'
import { memberWith } from './access.ts'
import type { AnyTask } from './operation.ts'

/** No more names than this are looked up in one comment. */
const MOST = 20

/** Who is named: members who can read the page, each once. Others are not told apart from plain words. */
export async function mentionsIn(
  { artifact, rows }: Pick<AnyTask, 'artifact' | 'rows'>,
  body: string,
): Promise<Mention[]> {
  const found = new Map<string, Mention>()
  if (!artifact.organization) return []
  for (const words of named(body)) {
    const member = await memberCalled(rows, artifact.organization.id, words)
    if (member && reads(artifact, member)) found.set(member.person.id, mentionOf(member))
  }
  return [...found.values()]
}

const mentionOf = ({ person }: MemberRow): Mention => ({ personId: person.id, name: person.name })

/** What follows each @ that begins a word, as far as a name may reach. */
function named(body: string): string[] {
  const marks = body.matchAll(
    /(?<![\p{L}\p{N}_@.])@(?=([\p{L}\p{N}][^\n@]{0,80}(?:@[\p{L}\p{N}.-]{1,100})?))/gu,
  )
  return [...new Set(Array.from(marks, match => match[1]!))].slice(0, MOST)
}

async function memberCalled(
  { members }: AnyTask['rows'],
  organizationId: string,
  words: string,
): Promise<MemberRow | null> {
  const lower = words.toLowerCase()
  const first = /^[\p{L}\p{N}_.+-]+/u.exec(words)?.[0].replace(/[.-]+$/, '') ?? ''
  if (first === '') return null
  const page = await members.page({ organizationId, text: first, after: null, limit: 50 })
  const called = page.filter(({ person: { email, name } }) => {
    const whole = [email, email.split('@')[0]!, name].map(each => each.toLowerCase())
    return whole.some(each => lower.startsWith(each) && !/^[\p{L}\p{N}_@]/u.test(lower.slice(each.length)))
  })
  return called.length === 1 ? called[0]! : null
}

function reads(artifact: Artifact, { person, role }: MemberRow): boolean {
  const actor = memberWith({ ...person, personId: person.id }, artifact.organization!.id, role)
  return may(actor, 'comment', artifact)
}
