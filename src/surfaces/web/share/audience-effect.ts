// What a change of audience would do, for pages that ask before they make it.
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { operations } from '../../../operations/index.ts'
import { attempt, type Outcome, type PageRequest } from '../page/dashboard.ts'

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
