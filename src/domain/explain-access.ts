// The reasons why somebody can open an artifact or cannot: the policy's own conditions, put into words.
import type { Actor } from './actor.ts'
import type { Artifact } from './artifact.ts'
import { type Condition, meets, reach } from './policy.ts'

export const reasonCodes = [
  'owner',
  'named',
  'member',
  'viewer',
  'public',
  'public_artifacts_disabled',
  'external_sharing_disabled',
  'not_in_audience',
] as const
type ReasonCode = (typeof reasonCodes)[number]

export interface Reason {
  code: ReasonCode
  sentence: string
}

/** Tells whether the actor can open the artifact, and why. Every way that leads to it is a reason; so is what bars a way. */
export function explainAccess(actor: Actor, artifact: Artifact): { canOpen: boolean; reasons: Reason[] } {
  const ways = reach(actor, 'read')
  const open = ways.filter(way => meets(artifact, way)).map(way => codeOf(actor, way))
  if (open.length > 0) return { canOpen: true, reasons: inWords(open, artifact) }
  const barred = ways.flatMap(way => bars(artifact, way))
  return { canOpen: false, reasons: inWords(barred.length > 0 ? barred : ['not_in_audience'], artifact) }
}

/** True where the actor can open the artifact. */
export const canOpen = (actor: Actor, artifact: Artifact): boolean =>
  reach(actor, 'read').some(way => meets(artifact, way))

function codeOf(actor: Actor, way: Condition): ReasonCode {
  if (way.ownerId !== undefined) return 'owner'
  if (way.recipient !== undefined) return 'named'
  if (way.organizationId === undefined) return 'public'
  return actor.kind === 'person' && actor.role === 'viewer' ? 'viewer' : 'member'
}

/** The policy that bars a way which would lead to the artifact without it. */
function bars(artifact: Artifact, { allowed, ...way }: Condition): ReasonCode[] {
  if (!allowed || !meets(artifact, way)) return []
  return [allowed === 'allowPublic' ? 'public_artifacts_disabled' : 'external_sharing_disabled']
}

function inWords(codes: readonly ReasonCode[], { organization, visibility }: Artifact): Reason[] {
  const name = organization?.name ?? 'the organization'
  const audience = visibility === 'public' ? 'public' : 'for the company'
  const sentences: Record<ReasonCode, string> = {
    owner: 'Owns the artifact.',
    named: 'Is named in the audience.',
    member: `Is a member of ${name}, and the artifact is ${audience}.`,
    viewer: `Has an address at a verified domain of ${name}, and the artifact is ${audience}.`,
    public: 'The artifact is public: everybody can open it.',
    public_artifacts_disabled: `The artifact is public, but ${name} does not allow public artifacts.`,
    external_sharing_disabled: `Is named in the audience, but ${name} does not allow sharing outside.`,
    not_in_audience: 'Is neither named nor otherwise in the audience.',
  }
  return reasonCodes.filter(code => codes.includes(code)).map(code => ({ code, sentence: sentences[code] }))
}
