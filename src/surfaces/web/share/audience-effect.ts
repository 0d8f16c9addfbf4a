// What a change of audience would do, and whether it lets people from outside in, so that it is asked what becomes of the comments.
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { operations } from '../../../operations/index.ts'
import { attempt, type Outcome, type PageRequest, performed } from '../page/dashboard.ts'

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

/** Those of the addresses that belong to nobody of the artifact's organization; for those who may share it. */
export async function outsiders(
  request: PageRequest,
  id: string,
  addresses: readonly string[],
): Promise<readonly string[]> {
  if (addresses.length === 0) return []
  return (await performed(request, operations.outsiders, { id, addresses })).outside
}

/** Whether somebody gains access who is outside. */
export const widens = ({ gains }: AudiencePreview, outside: readonly string[]): boolean =>
  gains.some(
    ({ kind, addresses = [] }) => kind === 'everyone' || addresses.some(each => outside.includes(each)),
  )
