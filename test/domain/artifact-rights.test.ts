// The `can` of an artifact and of its comments: a right stands there exactly where its operation would be let in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Actor, scopes } from '../../src/domain/actor.ts'
import type { Artifact } from '../../src/domain/artifact.ts'
import { type ArtifactRight, artifactRights, artifactRightsOf } from '../../src/domain/artifact-rights.ts'
import { visibilities } from '../../src/domain/audience.ts'
import { planNames } from '../../src/domain/plan.ts'
import { type ArtifactAction, decide } from '../../src/domain/policy.ts'
import { Problem } from '../../src/domain/problem.ts'
import { operations } from '../../src/operations/index.ts'
import { type ArtifactAccess, authorizeArtifact, isLive } from '../../src/operations/kernel/authorize.ts'
import { fc } from '../support/properties.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const DAY = 86_400_000
const people = ['ana', 'ben', 'cem'].map(name => ({ personId: name, name, email: `${name}@example.com` }))

const person = fc.constantFrom(...people)
const organizationId = fc.constantFrom('acme', 'other')
const scopeSets = fc.option(fc.subarray([...scopes]), { freq: 2 })
const began = fc.constantFrom<object[]>({}, { byProvider: true })

const persons = fc
  .record({
    person,
    organizationId,
    role: fc.constantFrom('owner', 'admin', 'member', 'viewer'),
    proof: fc.constantFrom('session', 'key', 'grant'),
    scopes: scopeSets,
    began,
  })
  .map(({ person, began, ...rest }) => ({ kind: 'person', credential: 'c', ...person, ...rest, ...began }))

const actors = fc.oneof(
  { weight: 6, arbitrary: persons },
  fc
    .record({ organizationId, scopes: scopeSets })
    .map(rest => ({ kind: 'service', credential: 'c', name: 'Key', ...rest })),
  fc
    .record({ person, began })
    .map(({ person: { email }, began }) => ({ kind: 'guest', credential: 'c', email, ...began })),
  fc.constantFrom('artifact', 'else').map(artifactId => ({ kind: 'preview', credential: 'c', artifactId })),
  fc.constant({ kind: 'anonymous', credential: 'network' }),
) as fc.Arbitrary<Actor>

const organizations = fc.record({
  id: organizationId,
  name: fc.constant('Acme'),
  plan: fc.constantFrom(...planNames),
  policy: fc.record({
    allowPublic: fc.boolean(),
    allowExternalSharing: fc.boolean(),
    allowPreviewClaims: fc.constant(true),
    openNetwork: fc.constant(true),
    requireSignInProvider: fc.boolean(),
  }),
  createdAt: fc.constant(0),
})

const artifacts = fc.record({
  id: fc.constant('artifact'),
  shortId: fc.constant('aB3dEfGh1J'),
  organization: fc.option(organizations, { freq: 6 }),
  owner: fc.option(person, { freq: 3 }),
  visibility: fc.constantFrom(...visibilities),
  sharedWith: fc.subarray(people.map(({ email }) => email)),
  namesOutsiders: fc.boolean(),
  historyVisible: fc.boolean(),
  commentsShared: fc.boolean(),
  trashedAt: fc.option(fc.constant(NOW - DAY), { freq: 4 }),
  expiresAt: fc.constantFrom(null, null, NOW - DAY, NOW + DAY),
  hidden: fc.constantFrom(null, null, null, 'taken_down'),
}) as unknown as fc.Arbitrary<Artifact>

/** The operation behind each right, and what it asks for once it is let in. */
const behind: Record<ArtifactRight, readonly [operation: { access: unknown }, further?: ArtifactAction]> = {
  comment: [operations.addComment],
  edit: [operations.update],
  share: [operations.change, 'share'],
  settings: [operations.change, 'settings'],
  transfer: [operations.change, 'handOver'],
  delete: [operations.remove],
  undelete: [operations.undelete],
  history: [operations.versions],
}

function isLetIn(actor: Actor, artifact: Artifact, right: ArtifactRight): boolean {
  const [operation, further] = behind[right]
  try {
    authorizeArtifact(operation.access as ArtifactAccess, actor, artifact, NOW)
    if (further) decide(actor, further, artifact)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

test('for every actor and state a right is told if and only if its operation is let in', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(actors, artifacts, (actor, artifact) => {
      const told = artifactRightsOf(actor, artifact, isLive(artifact, NOW))
      const letIn = artifactRights.filter(right => isLetIn(actor, artifact, right))
      assert.deepEqual(told, letIn)
      for (const right of told) seen.add(`${actor.kind} ${right}`)
    }),
    { numRuns: 6_000 },
  )
  for (const right of artifactRights) assert.ok(seen.has(`person ${right}`), `nobody was told ${right}`)
})
