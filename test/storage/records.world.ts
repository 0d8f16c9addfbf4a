// Ground for tests of the records: a fresh store of each kind, and rows that are quick to make.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../src/domain/actor.ts'
import { type Organization, randomText } from '../../src/domain/artifact.ts'
import type { Condition } from '../../src/domain/policy.ts'
import { foldedText } from '../../src/domain/search-text.ts'
import { uuid } from '../../src/operations/kernel/uuid.ts'
import { openRecords } from '../../src/storage/open.ts'
import type {
  ListQuery,
  NewArtifact,
  NewVersion,
  PersonRow,
  Records,
  Rows,
  SearchQuery,
} from '../../src/storage/records.ts'
import { postgres } from '../support/postgres.ts'
import { isSkip, type Skip } from '../support/skip.ts'

/** One empty store that may be opened several times, as several processes would. */
export interface Store {
  url: string
  open(): Promise<Records>
  remove(): Promise<void>
}

export interface Kind {
  name: string
  create(): Promise<Store | Skip>
}

export const kinds: readonly Kind[] = [
  {
    name: 'SQLite',
    async create() {
      const folder = await mkdtemp(join(tmpdir(), 'recto-records-'))
      const url = `sqlite:${join(folder, 'recto.db')}`
      return { url, ...openings(url), remove: () => rm(folder, { recursive: true }) }
    },
  },
  {
    name: 'PostgreSQL',
    async create() {
      const server = await postgres()
      if (isSkip(server)) return server
      const database = await server.createDatabase()
      return { url: database.url, ...openings(database.url), remove: () => database.drop() }
    },
  },
]

const openings = (url: string): Pick<Store, 'open'> => ({ open: () => openRecords(url) })

/** A moment far from any edge; tests pass their own time everywhere. */
export const NOW = Date.UTC(2026, 10, 21, 12)
export const MINUTE = 60_000
export const DAY = 86_400_000

export const id = (): string => uuid(NOW)
export const token = (): string => randomBytes(32).toString('hex')
export const shortId = (): string => randomText(10, count => randomBytes(count))

export const lenient = {
  allowPublic: true,
  allowExternalSharing: true,
  allowPreviewClaims: true,
  openNetwork: true,
  requireSignInProvider: false,
}

export async function addPerson(
  rows: Rows,
  email = `${shortId().toLowerCase()}@example.com`,
): Promise<PersonRow> {
  const person = { id: id(), email, name: `Name of ${email}`, createdAt: NOW }
  await rows.people.insertPerson(person)
  return person
}

export async function addOrganization(
  rows: Rows,
  change: Partial<Organization & { operator: boolean }> = {},
): Promise<Organization> {
  const organization: Organization = { id: id(), name: 'Acme', plan: 'free', policy: lenient, createdAt: NOW }
  await rows.people.insertOrganization({ ...organization, operator: false, ...change })
  const { operator: _, ...changed } = change
  return { ...organization, ...changed }
}

export interface Home {
  organization: Organization
  person: PersonRow
}

/** An organization with one member. */
export function home(
  records: Records,
  role: Role = 'owner',
  change: Partial<Organization> = {},
): Promise<Home> {
  return records.transaction(async rows => {
    const organization = await addOrganization(rows, change)
    const person = await addPerson(rows)
    await rows.people.insertMembership(person.id, organization.id, role, NOW)
    return { organization, person }
  })
}

export const author = { personId: null, name: 'Ana', actorType: 'human', actorName: null } as const

/** The fields of a version that a test sets; `text` is what search finds. */
export type VersionChange = Partial<Omit<NewVersion, 'text'>> & { text?: string }

export const newVersion = ({ text = '', ...change }: VersionChange = {}): NewVersion => ({
  blob: randomBytes(16).toString('hex'),
  size: 5,
  sha256: token(),
  format: 'html',
  note: null,
  author,
  restoredFrom: null,
  createdAt: NOW,
  text: { body: text, words: foldedText(text) },
  miniature: { drawing: null, opening: null },
  ...change,
})

export const newArtifact = (of: Home | null, change: Partial<NewArtifact> = {}): NewArtifact => ({
  id: id(),
  shortId: shortId(),
  organizationId: of?.organization.id ?? null,
  ownerId: of?.person.id ?? null,
  name: 'Page',
  visibility: 'private',
  sharedWith: [],
  theme: 'github',
  expiresAt: null,
  createdAt: NOW,
  ...change,
})

/** Publishes and answers the new artifact with its first version. */
export async function publish(
  records: Records,
  of: Home | null,
  change: Partial<NewArtifact> = {},
  version: VersionChange = {},
): Promise<NewArtifact & { version: NewVersion }> {
  const artifact = newArtifact(of, change)
  const first = newVersion(version)
  await records.transaction(rows => rows.artifacts.insert(artifact, first))
  return { ...artifact, version: first }
}

export async function publishPreview(
  records: Records,
  expiresAt = NOW + 30 * DAY,
): Promise<NewArtifact & { version: NewVersion; claimHash: string }> {
  const artifact = newArtifact(null, { visibility: 'public', expiresAt })
  const version = newVersion()
  const claimHash = token()
  await records.transaction(async rows => {
    await rows.artifacts.insert(artifact, version)
    await rows.previews.insert({ artifactId: artifact.id, claimHash, expiresAt })
  })
  return { ...artifact, version, claimHash }
}

export const everything = (of: Home): Condition[] => [{ organizationId: of.organization.id }]

export const listQuery = (of: Home, change: Partial<ListQuery> = {}): ListQuery => ({
  reach: everything(of),
  within: { organizationId: of.organization.id, recipient: null },
  trashed: false,
  now: NOW,
  sort: 'updatedAt',
  order: 'desc',
  after: null,
  limit: 100,
  ...change,
})

export const searchQuery = (of: Home, text: string, change: Partial<SearchQuery> = {}): SearchQuery => ({
  reach: everything(of),
  within: { organizationId: of.organization.id, recipient: null },
  text,
  now: NOW,
  offset: 0,
  limit: 25,
  ...change,
})

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

export const range = (count: number): number[] => times(count, index => index + 1)
