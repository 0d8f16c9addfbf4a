// What a change of audience would do, whose addresses it names, and whether it opens the page to anyone, so that it is asked who reads the comments.
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
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

export type Recipients = OutputOf<typeof operations.recipients>

/** Who the addresses belong to; for those who may share the artifact. */
export async function recipientsOf(
  request: PageRequest,
  id: string,
  addresses: readonly string[],
): Promise<Recipients> {
  if (addresses.length === 0) return { outside: [], members: [] }
  return performed(request, operations.recipients, { id, addresses: [...addresses] })
}

/** Whether anyone with the link gains access. */
export const widens = ({ gains }: AudiencePreview): boolean => gains.some(({ kind }) => kind === 'everyone')
