// How an artifact is read from its row: one query with organization, owner, recipients and labels.
import type { ExpressionBuilder } from 'kysely'
import type { ActorType } from '../../../domain/actor.ts'
import type { Artifact, Organization, Owner, Time } from '../../../domain/artifact.ts'
import type { ArtifactTable, Builder, OrganizationTable, Schema } from '../engine/schema.ts'

/** Keeps apart what is gathered into one column; no address or label holds it. */
const SEPARATOR = '\u001f'

const organizationColumns = [
  'o.name as o_name',
  'o.plan as o_plan',
  'o.allow_public as o_allow_public',
  'o.allow_external_sharing as o_allow_external_sharing',
  'o.allow_preview_claims as o_allow_preview_claims',
  'o.open_network as o_open_network',
  'o.require_sign_in_provider as o_require_sign_in_provider',
  'o.created_at as o_created_at',
  'o.delete_at as o_delete_at',
] as const

/** Every artifact as `artifactOf` reads it; add what to look for, as `a`. */
export const artifactQuery = (db: Builder) =>
  db
    .selectFrom('artifact as a')
    .leftJoin('organization as o', 'o.id', 'a.organization_id')
    .leftJoin('person as p', 'p.id', 'a.owner_id')
    .leftJoin('version as v', join =>
      join.onRef('v.artifact_id', '=', 'a.id').onRef('v.number', '=', 'a.version'),
    )
    .select([
      'a.id',
      'a.short_id',
      'a.organization_id',
      'a.owner_id',
      'a.name',
      'a.format',
      'a.visibility',
      'a.theme',
      'a.version',
      'a.size',
      'a.sha256',
      'a.history_visible',
      'a.open_threads',
      'a.comments_shared',
      'a.settings',
      'a.created_at',
      'a.updated_at',
      'a.expires_at',
      'a.trashed_at',
      'a.hidden',
      ...organizationColumns,
      'p.name as p_name',
      'p.email as p_email',
      'v.blob',
      'v.author_name',
      'v.actor_type',
      'v.actor_name',
      'v.created_at as saved_at',
    ])
    .select(eb => [
      eb
        .selectFrom('recipient as r')
        .select(e => e.fn.agg<string | null>('string_agg', ['r.email', e.val(SEPARATOR)]).as('all'))
        .whereRef('r.artifact_id', '=', 'a.id')
        .as('recipients'),
      eb
        .selectFrom('label as l')
        .select(e => e.fn.agg<string | null>('string_agg', ['l.name', e.val(SEPARATOR)]).as('all'))
        .whereRef('l.artifact_id', '=', 'a.id')
        .as('labels'),
      namesOutsiders(eb).as('names_outsiders'),
    ])

type Joined = ExpressionBuilder<Schema & { a: ArtifactTable; o: OrganizationTable }, 'a' | 'o'>

/** Read only if the policy forbids it, and for artifacts that may be in the trash; other reads do not pay for it. */
const namesOutsiders = (eb: unknown) => {
  const joined = eb as Joined
  return joined
    .case()
    .when(
      joined.or([
        joined('o.allow_external_sharing', '=', 0),
        joined('a.trashed_at', 'is not', null),
        joined('a.expires_at', 'is not', null),
      ]),
    )
    .then(joined.exists(outsiders(joined)))
    .else(joined.lit(false))
    .end()
}

/** Those named who are neither members nor at a verified domain. */
const outsiders = (eb: Joined) =>
  eb
    .selectFrom('recipient as n')
    .select('n.email')
    .whereRef('n.artifact_id', '=', 'a.id')
    .where(e =>
      e.not(
        e.exists(
          e
            .selectFrom('membership as nm')
            .innerJoin('person as np', 'np.id', 'nm.person_id')
            .select('np.id')
            .whereRef('nm.organization_id', '=', 'a.organization_id')
            .whereRef('np.email', '=', 'n.email'),
        ),
      ),
    )
    .where(e =>
      e.not(
        e.exists(
          e
            .selectFrom('domain as nd')
            .select('nd.id')
            .whereRef('nd.organization_id', '=', 'a.organization_id')
            .where('nd.verified_at', 'is not', null)
            .where(d => d('n.email', 'like', d(d.val('%@'), '||', d.ref('nd.name')))),
        ),
      ),
    )

type Prefixed<T, P extends string> = { [K in keyof T & string as `${P}_${K}`]: T[K] | null }

type SelectedOrganization = Pick<
  OrganizationTable,
  | 'name'
  | 'plan'
  | 'allow_public'
  | 'allow_external_sharing'
  | 'allow_preview_claims'
  | 'open_network'
  | 'require_sign_in_provider'
  | 'created_at'
> & { delete_at: Time | null }

export interface ArtifactRow
  extends Omit<
      ArtifactTable,
      | 'name_key'
      | 'history_visible'
      | 'open_threads'
      | 'comments_shared'
      | 'comment_sequence'
      | 'settings'
      | 'hidden_at'
      | 'cleared_at'
    >,
    Prefixed<SelectedOrganization, 'o'> {
  history_visible: number
  open_threads: number
  comments_shared: number
  settings: number
  p_name: string | null
  p_email: string | null
  recipients: string | null
  labels: string | null
  names_outsiders: number | boolean
  blob: string | null
  author_name: string | null
  actor_type: ActorType | null
  actor_name: string | null
  saved_at: Time | null
}

export const artifactOf = (row: ArtifactRow): Artifact => ({
  id: row.id,
  shortId: row.short_id,
  organization: organizationIn(row),
  owner: ownerIn(row),
  name: row.name,
  format: row.format,
  visibility: row.visibility,
  sharedWith: gathered(row.recipients),
  namesOutsiders: Boolean(row.names_outsiders),
  labels: gathered(row.labels),
  theme: row.theme,
  version: row.version,
  size: row.size,
  sha256: row.sha256,
  blob: row.blob!,
  historyVisible: row.history_visible === 1,
  openThreadCount: row.open_threads,
  savedBy: { name: row.author_name!, actorType: row.actor_type!, actorName: row.actor_name },
  savedAt: row.saved_at!,
  commentsShared: row.comments_shared === 1,
  settings: row.settings,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
  trashedAt: row.trashed_at,
  hidden: row.hidden,
})

const gathered = (all: string | null): string[] => (all === null ? [] : all.split(SEPARATOR).sort())

function organizationIn(row: ArtifactRow): Organization | null {
  if (row.organization_id === null) return null
  return organizationOf({
    id: row.organization_id,
    name: row.o_name!,
    plan: row.o_plan!,
    allow_public: row.o_allow_public!,
    allow_external_sharing: row.o_allow_external_sharing!,
    allow_preview_claims: row.o_allow_preview_claims!,
    open_network: row.o_open_network!,
    require_sign_in_provider: row.o_require_sign_in_provider!,
    created_at: row.o_created_at!,
    delete_at: row.o_delete_at,
  })
}

export const organizationOf = (row: SelectedOrganization & { id: string }): Organization => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  policy: {
    allowPublic: row.allow_public === 1,
    allowExternalSharing: row.allow_external_sharing === 1,
    allowPreviewClaims: row.allow_preview_claims === 1,
    openNetwork: row.open_network === 1,
    requireSignInProvider: row.require_sign_in_provider === 1,
  },
  createdAt: row.created_at,
  ...(row.delete_at !== null && { deleteAt: row.delete_at }),
})

const ownerIn = (row: ArtifactRow): Owner | null =>
  row.owner_id === null ? null : { personId: row.owner_id, name: row.p_name!, email: row.p_email! }

/** Makes the key by which names are sorted: letters without case and accents, the same in both databases. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .slice(0, 100)
