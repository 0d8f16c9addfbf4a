// The people who edit a page now: a hint for others, in a row that expires.
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { colorOf } from '../../domain/person-color.ts'
import { may } from '../../domain/policy.ts'
import type { Reading } from '../../storage/records.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'

/** Milliseconds for which saying it once counts; editors say it again every fifteen seconds. */
const HELD = 40_000

/** A person who edits the page, as others see it. */
export interface Editor {
  name: string
  color: number
  since: string
}

const gap = 'it speaks of people in front of the editor; programs name the version they edited from'

export const editing = operation({
  name: 'editing',
  summary: 'Say that one edits a page in the browser, or has stopped; learn who else does.',
  input: z.object({ id: fields.id, stop: z.boolean().default(false).describe('It is over') }),
  output: z.object({
    editors: z.array(z.object({ name: z.string(), color: fields.color, since: z.string() })),
  }),
  effect: 'write',
  access: { artifact: 'edit' },
  unrecorded: true,
  fails: [],
  rest: { gap },
  mcp: { gap },
  cli: { gap },
  async run({ actor, artifact, input, rows, now }) {
    if (actor.kind === 'person') {
      if (input.stop) await rows.editing.leave(artifact.id, actor.personId)
      else await rows.editing.hold(artifact.id, actor.personId, { now, until: now + HELD })
    }
    return { editors: await editorsFor(rows, actor, artifact, now) }
  },
})

/** Lists the others who edit, for those who may edit themselves; the list is empty for everybody else. */
export async function editorsFor(
  rows: Pick<Reading, 'editing'>,
  actor: Actor,
  artifact: Artifact,
  now: number,
): Promise<Editor[]> {
  if (actor.kind !== 'person' || !may(actor, 'edit', artifact)) return []
  const all = await rows.editing.at(artifact.id, now)
  return all
    .filter(({ personId }) => personId !== actor.personId)
    .map(({ personId, name, since }) => ({ name, color: colorOf(personId), since: iso(since) }))
}
