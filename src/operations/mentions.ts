// Members named in a comment, as far as they can read its page.
import type { Artifact } from '../domain/artifact.ts'
import { calledBy, callsIn } from '../domain/mentions.ts'
import { may } from '../domain/policy.ts'
import type { Mention } from '../domain/thread.ts'
import type { MemberRow } from '../storage/records.ts'
import { memberWith } from './access.ts'
import type { AnyTask } from './operation.ts'

/** Who is named: members who can read the page, each once. Others are not told apart from plain words. */
export async function mentionsIn(
  { artifact, rows }: Pick<AnyTask, 'artifact' | 'rows'>,
  body: string,
): Promise<Mention[]> {
  const found = new Map<string, Mention>()
  if (!artifact.organization) return []
  const organizationId = artifact.organization.id
  for (const call of callsIn(body)) {
    const page = await rows.members.page({ organizationId, text: call.sought, after: null, limit: 50 })
    const people = page.filter(row => reads(artifact, row)).map(({ person }) => person)
    const person = calledBy(call, people)
    if (person) found.set(person.id, { personId: person.id, name: person.name })
  }
  return [...found.values()]
}

function reads(artifact: Artifact, { person, role }: MemberRow): boolean {
  const actor = memberWith({ ...person, personId: person.id }, artifact.organization!.id, role)
  return may(actor, 'comment', artifact)
}
