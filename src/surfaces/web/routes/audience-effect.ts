// What a change of audience would do, and whether it lets people from outside in, so that it is asked what becomes of the comments.
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { operations } from '../../../operations/index.ts'
import { attempt, type Outcome, type PageRequest } from '../dashboard.ts'

/** Who would gain and who would lose access by it; nothing is changed. `named` is that of `attempt`. */
export async function previewAudience(
  request: PageRequest,
  change: { id: string } & Record<string, unknown>,
  named: Readonly<Record<string, string>>,
): Promise<Outcome<AudiencePreview>> {
  const outcome = await attempt(request, operations.change, { ...change, dryRun: true }, named)
  if ('refused' in outcome) return outcome
  if (outcome.value && 'gains' in outcome.value) return { value: outcome.value }
  throw new TypeError('a dry run answers who gains and who loses access')
}

/** Those of the addresses that belong to nobody of the organization. */
export async function outsiders(
  { pageContext, me }: PageRequest,
  addresses: readonly string[],
): Promise<string[]> {
  if (!me.organization || addresses.length === 0) return []
  const named = addresses.map(each => each.toLowerCase())
  const insiders = await pageContext.site.context.records.people.insiders(me.organization.id, named)
  return named.filter(address => !insiders.includes(address))
}

/** Whether somebody gains access who is outside. */
export const widens = ({ gains }: AudiencePreview, outside: readonly string[]): boolean =>
  gains.some(
    ({ kind, addresses = [] }) => kind === 'everyone' || addresses.some(each => outside.includes(each)),
  )
