// The effects of a change of audience, for pages that show them before they make the change.
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { operations } from '../../../operations/index.ts'
import { attempt, type Outcome, type PageRequest } from '../page/dashboard.ts'

/** Returns who would gain and who would lose access; changes nothing. `named` is that of `attempt`. */
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
