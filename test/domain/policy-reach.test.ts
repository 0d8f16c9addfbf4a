// One policy, asked twice: what a list or a search answers is exactly what may be read, on both databases.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Actor, Role } from '../../src/domain/actor.ts'
import type { Artifact, Organization } from '../../src/domain/artifact.ts'
import { visibilities } from '../../src/domain/audience.ts'
import { planNames } from '../../src/domain/plan.ts'
import {
  type ArtifactAction,
  decide,
  may,
  maySeeComments,
  type Right,
  reach,
  reachComments,
} from '../../src/domain/policy.ts'
import { Problem } from '../../src/domain/problem.ts'
import type { NewArtifact, PersonRow, Records, Rows } from '../../src/storage/records.ts'
import {
  addOrganization,
  addPerson,
  author,
  id,
  kinds,
  lenient,
  NOW,
  newArtifact,
  newVersion,
  times,
} from '../storage/records.world.ts'
import { atLength } from '../support/at-length.ts'
import { fc } from '../support/properties.ts'
import { isSkip } from '../support/skip.ts'

/** Rows of one round, apart from those of all other rounds by their identities. */
interface World {
  organizations: Organization[]
  people: PersonRow[]
  artifacts: NewArtifact[]
  /** Occurs in the text of each. */
  word: string
}

/** Rounds of each test, and callers drawn for each round. */
const ROUNDS = atLength(10, 25)
const ACTORS = 80
const count = (ROUNDS * ACTORS).toLocaleString('en')

const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer']

const policies = fc.array(
  fc.record({
    allowPublic: fc.boolean(),
    allowExternalSharing: fc.boolean(),
    requireSignInProvider: fc.boolean(),
    plan: fc.constantFrom(...planNames),
  }),
  {
    minLength: 3,
    maxLength: 3,
  },
)
const artifacts = fc.array(
  fc.record({
    organization: fc.option(index(3), { freq: 8 }),
    owner: fc.option(index(4), { freq: 3 }),
    visibility: fc.constantFrom(...visibilities),
    sharedWith: fc.uniqueArray(index(4), { maxLength: 3 }),
    commentsShared: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
)
const actors = fc.array(
  fc.record({
    kind: fc.constantFrom('person', 'person', 'person', 'guest', 'service', 'preview', 'anonymous'),
    person: index(4),
    organization: index(3),
    role: fc.constantFrom(...roles),
    artifact: fc.nat(),
    byProvider: fc.boolean(),
  }),
  { minLength: ACTORS, maxLength: ACTORS },
)

type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never

function actorOf(world: World, drawn: Drawn<typeof actors>[number]): Actor {
  const { id: personId, email, name } = world.people[drawn.person]!
  const organizationId = world.organizations[drawn.organization]!.id
  const credential = 'c'
  const began = drawn.byProvider && { byProvider: true as const }
  switch (drawn.kind) {
    case 'person':
      return {
        kind: 'person',
        credential,
        proof: 'session',
        personId,
        email,
        name,
        organizationId,
        role: drawn.role,
        scopes: null,
        ...began,
      }
    case 'guest':
      return { kind: 'guest', credential, email, ...began }
    case 'service':
      return { kind: 'service', credential, name, organizationId, scopes: null }
    case 'preview':
      return {
        kind: 'preview',
        credential,
        artifactId: world.artifacts[drawn.artifact % world.artifacts.length]!.id,
      }
    default:
      return { kind: 'anonymous', credential }
  }
}

function build(
  records: Records,
  policies_: Drawn<typeof policies>,
  drawn: Drawn<typeof artifacts>,
): Promise<World> {
  return records.transaction(async rows => {
    const organizations: Organization[] = []
    for (const { plan, ...policy } of policies_) {
      organizations.push(await addOrganization(rows, { plan, policy: { ...lenient, ...policy } }))
    }
    const people: PersonRow[] = []
    for (const _ of times(4, n => n)) people.push(await addPerson(rows, `${id()}@example.com`))
    const all = drawn.map(({ organization, owner, visibility, sharedWith }) =>
      newArtifact(null, {
        organizationId: organization === null ? null : organizations[organization]!.id,
        ownerId: owner === null ? null : people[owner]!.id,
        visibility,
        sharedWith: sharedWith.map(n => people[n]!.email),
      }),
    )
    const word = `w${id().slice(-12)}`
    for (const [n, artifact] of all.entries()) {
      await rows.artifacts.insert(artifact, newVersion({ text: word }))
      await rows.artifacts.change(artifact.id, { commentsShared: drawn[n]!.commentsShared }, NOW)
      if (artifact.organizationId !== null) await addComment(rows, artifact.id, artifact.organizationId, word)
    }
    return { organizations, people, artifacts: all, word }
  })
}

function addComment(rows: Rows, artifactId: string, organizationId: string, body: string): Promise<void> {
  const who = { ...author, kind: 'member' as const, credential: null }
  const when = { createdAt: NOW, editedAt: null, deletedAt: null }
  const comment = {
    id: id(),
    artifactId,
    parentId: null,
    sequence: 1,
    body,
    author: who,
    mentions: [],
    ...when,
  }
  return rows.comments.insert(comment, organizationId)
}

/** For each right an action that takes it and no other. */
const actions: Record<Right, ArtifactAction> = {
  read: 'read',
  comment: 'comment',
  edit: 'edit',
  share: 'share',
  govern: 'delete',
}

/** The policy keeps those who may edit from it while it forbids the audience; their right stays. */
const forbiddenAudiences = new Set(['public_artifacts_disabled', 'external_sharing_disabled'])

/** Tells whether the right is held, and proves that both ways of asking one artifact agree. */
function allowed(actor: Actor, right: Right, artifact: Artifact): boolean {
  const held = may(actor, right, artifact)
  const refused = refusal(actor, actions[right], artifact)
  const isDecided = refused === null || forbiddenAudiences.has(refused.code)
  assert.equal(isDecided, held, `${actor.kind} ${right}`)
  return held
}

function refusal(actor: Actor, action: ArtifactAction, artifact: Artifact): Problem | null {
  try {
    decide(actor, action, artifact)
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

async function holds(
  records: Records,
  world: World,
  found: readonly Artifact[],
  actor: Actor,
  right: Right,
): Promise<void> {
  const organizationId = 'organizationId' in actor ? actor.organizationId : world.organizations[0]!.id
  const recipient = 'email' in actor ? actor.email : world.people[0]!.email
  for (const within of [
    { organizationId, recipient: null },
    { organizationId: null, recipient },
    { organizationId, recipient },
  ]) {
    const inScope = found.filter(
      artifact =>
        artifact.organization?.id === within.organizationId ||
        (within.recipient !== null && artifact.sharedWith.includes(within.recipient)),
    )
    const expected = inScope
      .filter(artifact => allowed(actor, right, artifact))
      .map(artifact => artifact.shortId)
      .sort()
    const query = { reach: reach(actor, right), within, now: NOW, limit: 100 }
    const listed = await records.artifacts.list({
      ...query,
      trashed: false,
      sort: 'updatedAt',
      order: 'desc',
      after: null,
    })
    assert.deepEqual(listed.map(artifact => artifact.shortId).sort(), expected)
    const hits = await records.artifacts.search({ ...query, text: world.word, offset: 0 })
    assert.deepEqual(hits.map(hit => hit.shortId).sort(), expected)
    const seen = inScope.filter(artifact => artifact.organization && maySeeComments(actor, artifact))
    const comments = { ...query, reach: reachComments(actor), text: world.word, offset: 0 }
    assert.deepEqual(
      (await records.comments.search(comments)).map(hit => hit.shortId).sort(),
      seen.map(artifact => artifact.shortId).sort(),
    )
  }
}

/** Every actor of the round at once; one that was drawn twice asks once, as it is answered the same. */
async function allHold(
  records: Records,
  world: World,
  drawn: Drawn<typeof actors>,
  right: Right,
): Promise<void> {
  const found = await Promise.all(world.artifacts.map(({ shortId }) => records.artifacts.find(shortId)))
  const different = new Map(
    drawn.map(one => actorOf(world, one)).map(actor => [JSON.stringify(actor), actor]),
  )
  await Promise.all(
    [...different.values()].map(actor => holds(records, world, found as Artifact[], actor, right)),
  )
}

for (const kind of kinds) {
  const store = await kind.create()
  describe(`policy on ${kind.name}`, isSkip(store) ? { skip: store.skip } : {}, () => {
    let records: Records
    before(async () => {
      if (!isSkip(store)) records = await store.open()
    })
    after(async () => {
      if (isSkip(store)) return
      await records.close()
      await store.remove()
    })

    test(`of ${count} actors each lists, and finds by search, exactly what it may read`, async () => {
      await fc.assert(
        fc.asyncProperty(policies, artifacts, actors, async (drawnPolicies, drawnArtifacts, drawnActors) => {
          const world = await build(records, drawnPolicies, drawnArtifacts)
          await allHold(records, world, drawnActors, 'read')
        }),
        { numRuns: ROUNDS },
      )
    })

    test(`the same holds for every other right, for ${count} actors more`, async () => {
      const right = fc.constantFrom<Right[]>('comment', 'edit', 'share', 'govern')
      await fc.assert(
        fc.asyncProperty(policies, artifacts, actors, right, async (p, a, drawnActors, of) => {
          const world = await build(records, p, a)
          await allHold(records, world, drawnActors, of)
        }),
        { numRuns: ROUNDS },
      )
    })
  })
}
