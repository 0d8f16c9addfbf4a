// Artifacts and versions as a caller sees them (contract section 3), without the fields the caller may not see.
import { z } from 'zod'
import { type Actor, organizationOf } from '../../domain/actor.ts'
import { type Artifact, themes, type Version } from '../../domain/artifact.ts'
import { artifactRights, artifactRightsOf } from '../../domain/artifact-rights.ts'
import { visibilities } from '../../domain/audience.ts'
import { colorOf } from '../../domain/person-color.ts'
import { may } from '../../domain/policy.ts'
import type { Owned } from '../../storage/records.ts'
import { isLive } from '../kernel/authorize.ts'
import type { Context } from '../kernel/context.ts'
import * as fields from '../kernel/fields.ts'
import { warnings } from '../kernel/secret-scan.ts'
import { iso, time } from '../kernel/time.ts'

const actorTypes = ['human', 'agent', 'service', 'system'] as const

export const ownerSchema = z.object({
  kind: z.enum(['person', 'organization', 'preview']),
  name: z.string(),
  email: z.string().optional(),
  color: fields.color.optional().describe('Of a person'),
})

export const artifactSchema = z.object({
  shortId: z.string(),
  url: z.string().describe('Address at which the artifact is opened'),
  name: z.string(),
  version: z.int().min(1),
  currentVersion: z.int().min(1).describe('The label in If-Match is v followed by this number'),
  format: z.enum(['html', 'markdown']),
  visibility: z.enum(visibilities),
  sharedWith: z.array(z.string()).optional().describe('Named people; only for those who may share'),
  theme: z.enum(themes),
  size: z.int().describe('Bytes of the version'),
  sha256: z.string().describe('Hexadecimal, of the bytes of the version'),
  labels: z.array(z.string()).optional(),
  openThreadCount: z.int().optional(),
  comments: z
    .enum(['internal', 'shared'])
    .optional()
    .describe('Whether readers from outside see the comments'),
  historyVisible: z.boolean(),
  owner: ownerSchema,
  organization: z.object({ id: z.string().optional(), name: z.string() }).nullable(),
  can: z.array(z.enum(artifactRights)).describe('What the caller may do with it now'),
  createdAt: time,
  updatedAt: time,
  updatedBy: z
    .object({ name: z.string(), actorType: z.enum(actorTypes), actorName: z.string().nullable() })
    .optional()
    .describe('Who saved the current version; only inside the organization'),
  expiresAt: time.nullable(),
  trashedAt: time.optional().describe('Only in the trash'),
  notified: z
    .array(z.string())
    .optional()
    .describe('Where notify was asked for: addresses that were taken for mail'),
  unchanged: z.boolean().optional().describe('True where skipUnchanged found the same bytes'),
  warnings: z.array(z.enum(warnings)).optional().describe('What the author should know of the file'),
  merged: z
    .boolean()
    .optional()
    .describe('True where the version is the file merged with what was saved since its base'),
})

/** A row of a list: of what is in the trash and may not be read, only whose it is and since when it is there. */
export const listedSchema = artifactSchema
  .partial()
  .required({ shortId: true, owner: true })
  .describe(
    'Only in the trash is a row less than an artifact: shortId, owner, trashedAt of what you cannot read',
  )

export type ListedArtifact = z.output<typeof listedSchema>

export type PresentedArtifact = z.output<typeof artifactSchema>

/** True where the row is an artifact the caller reads; outside the trash every row is. */
export const isWhole = (row: ListedArtifact): row is PresentedArtifact => row.name !== undefined

/** The artifact as the caller may see it. The caller can read it, or could until this call changed that. */
export function presentArtifact(
  context: Pick<Context, 'url' | 'clock'>,
  actor: Actor,
  artifact: Artifact,
): PresentedArtifact {
  const inside = artifact.organization !== null && organizationOf(actor) === artifact.organization.id
  return {
    shortId: artifact.shortId,
    url: `${context.url}/${artifact.shortId}`,
    name: artifact.name,
    version: artifact.version,
    currentVersion: artifact.version,
    format: artifact.format,
    visibility: artifact.visibility,
    ...(may(actor, 'share', artifact) && { sharedWith: [...artifact.sharedWith] }),
    theme: artifact.theme,
    size: artifact.size,
    sha256: artifact.sha256,
    ...(inside && {
      labels: [...artifact.labels],
      openThreadCount: artifact.openThreadCount,
      updatedBy: artifact.savedBy,
      comments: artifact.commentsShared ? ('shared' as const) : ('internal' as const),
    }),
    historyVisible: artifact.historyVisible,
    owner: presentOwner(artifact, inside),
    organization: artifact.organization && {
      ...(inside && { id: artifact.organization.id }),
      name: artifact.organization.name,
    },
    can: artifactRightsOf(actor, artifact, isLive(artifact, context.clock())),
    createdAt: iso(artifact.createdAt),
    updatedAt: iso(artifact.updatedAt),
    expiresAt: artifact.expiresAt === null ? null : iso(artifact.expiresAt),
    ...(artifact.trashedAt !== null && { trashedAt: iso(artifact.trashedAt) }),
  }
}

/** The artifact in a list: of one in the trash that the caller could not read, nothing that was in it. */
export function presentListed(
  context: Pick<Context, 'url' | 'clock'>,
  actor: Actor,
  artifact: Artifact,
): ListedArtifact {
  const { shortId, trashedAt } = artifact
  if (trashedAt === null || may(actor, 'read', artifact)) return presentArtifact(context, actor, artifact)
  return { shortId, owner: presentOwner(artifact, true), trashedAt: iso(trashedAt) }
}

/** Names the owner; address and colour are for members of the artifact's organization. */
export function presentOwner({ owner, organization }: Owned, inside: boolean): z.output<typeof ownerSchema> {
  const known = owner && inside && { email: owner.email, color: colorOf(owner.personId) }
  if (owner) return { kind: 'person', name: owner.name, ...known }
  if (organization) return { kind: 'organization', name: organization.name }
  return { kind: 'preview', name: 'Anonymous' }
}

export const versionSchema = z.object({
  version: z.int().min(1),
  current: z.boolean(),
  author: z.object({ name: z.string(), color: fields.color }),
  actorType: z.enum(actorTypes),
  actorName: z.string().nullable(),
  note: z.string().nullable(),
  format: z.enum(['html', 'markdown']),
  size: z.int(),
  sha256: z.string(),
  restoredFrom: z.int().nullable(),
  createdAt: time,
})

export const presentVersion = (version: Version, current: number): z.output<typeof versionSchema> => ({
  version: version.number,
  current: version.number === current,
  author: { name: version.author.name, color: colorOf(version.author.personId ?? version.author.name) },
  actorType: version.author.actorType,
  actorName: version.author.actorName,
  note: version.note,
  format: version.format,
  size: version.size,
  sha256: version.sha256,
  restoredFrom: version.restoredFrom,
  createdAt: iso(version.createdAt),
})
