// Puts an organization on a plan; a downgrade takes nothing away.
import type { Organization } from '../domain/artifact.ts'
import { type PlanName, planNames } from '../domain/plan.ts'
import { invalidInput, Problem } from '../domain/problem.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { Records } from '../storage/records.ts'

export interface PlanChange {
  id: string
  name: string
  from: PlanName
  to: PlanName
}

/**
 * Changes the plan of the organization of that id or name, with an audit row. `now` is in milliseconds.
 * @throws Problem `not_found`; `invalid_input` for an unknown plan or a name that several organizations have
 */
export async function changePlan(
  records: Records,
  organization: string,
  plan: string,
  now: number,
): Promise<PlanChange> {
  const to = planNames.find(name => name === plan)
  if (!to) throw invalidInput([{ field: 'plan', message: `must be one of ${planNames.join(', ')}` }])
  const { id } = await findOrganization(records, organization)
  return records.transaction(async rows => {
    const { name, plan: from } = (await rows.people.lockOrganization(id))!
    if (from !== to) {
      await rows.people.changePlan(id, to)
      await rows.journal.audit(operatorAudit('admin.plan', id, { from, to }, now))
    }
    return { id, name, from, to }
  })
}

/** Finds the organization of that id or name. Throws `not_found`, and `invalid_input` where several have the name. */
export async function findOrganization(
  { people }: Pick<Records, 'people'>,
  given: string,
): Promise<Organization> {
  const known = await people.organization(given)
  const named = known ? [known] : await people.organizationsNamed(given)
  if (named.length > 1) {
    const choices = named.map(({ id, plan }) => `${id} (${plan})`).join(', ')
    throw invalidInput([
      { field: 'organization', message: `several have this name; name one by its id: ${choices}` },
    ])
  }
  if (named[0]) return named[0]
  throw new Problem('not_found', `There is no organization with the name or id "${given}".`)
}

/** Makes the audit row of what the operator did to an organization. */
export const operatorAudit = (
  action: string,
  organizationId: string,
  data: Record<string, unknown>,
  now: number,
) => ({
  id: uuid(now),
  organizationId,
  action,
  subject: organizationId,
  personId: null,
  credential: 'machine',
  actorType: 'system' as const,
  actorName: null,
  authorName: 'Operator',
  surface: 'admin',
  client: null,
  data,
  createdAt: now,
})
