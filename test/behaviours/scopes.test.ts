// Which scopes a credential needs for what it does: every operation that takes one, on every surface (contract section 6, Scopes).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Scope, scopes } from '../../src/domain/actor.ts'
import { allOperations } from '../../src/operations/index.ts'
import { isGap, type Operation } from '../../src/operations/kernel/operation.ts'
import { freshAddress } from '../support/people.ts'
import { type ActOptions, everywhere, unknownId, type World } from '../support/world.ts'

interface Subject {
  id: string
  commentId: string
  member: string
  outsider: string
  /** Claim code of a preview. */
  code: string
}

type Input = Record<string, unknown>

interface Case {
  operation: string
  /** The scopes that it needs: all of them, and no more than these. */
  needs: readonly Scope[]
  input?: Input | ((subject: Subject) => Input)
  options?: ActOptions
  /** Settings of the artifact it is about; company where nothing is said. */
  of?: (subject: Pick<Subject, 'member' | 'outsider'>) => Input
  trashed?: true
}

const read: readonly Scope[] = ['artifacts:read']
const write: readonly Scope[] = ['artifacts:write']
const share: readonly Scope[] = ['sharing:write']
const shared: readonly Scope[] = ['artifacts:write', 'sharing:write']
const file: ActOptions = { file: 'new' }
const ofId = ({ id }: Subject): Input => ({ id })
const withId =
  (more: Input | ((subject: Subject) => Input)) =>
  (subject: Subject): Input => ({ id: subject.id, ...(typeof more === 'function' ? more(subject) : more) })
const ofComment =
  (more: Input = {}) =>
  ({ commentId }: Subject): Input => ({ commentId, ...more })
const dummy = () => ({ id: unknownId() })
const isPublic = () => ({ visibility: 'public' })
const isOutside = ({ outsider }: { outsider: string }) => ({ visibility: 'company', sharedWith: [outsider] })
const isNamed = ({ member }: { member: string }) => ({ visibility: 'private', sharedWith: [member] })

const making: Case[] = [
  { operation: 'publish', needs: write, options: file },
  { operation: 'publish', needs: write, options: file, input: { visibility: 'company' } },
  { operation: 'publish', needs: write, options: file, input: ({ member }) => ({ sharedWith: [member] }) },
  { operation: 'publish', needs: shared, options: file, input: { visibility: 'public' } },
  { operation: 'publish', needs: shared, options: file, input: ({ outsider }) => ({ visibility: outsider }) },
  {
    operation: 'publish',
    needs: shared,
    options: file,
    input: ({ outsider }) => ({ sharedWith: [outsider] }),
  },
  { operation: 'copy', needs: write, input: ofId },
  { operation: 'copy', needs: write, input: ofId, of: isPublic },
  { operation: 'copy', needs: shared, input: withId({ visibility: 'public' }) },
  { operation: 'copy', needs: shared, input: withId(({ outsider }) => ({ sharedWith: [outsider] })) },
  { operation: 'undelete', needs: write, input: ofId, trashed: true },
  { operation: 'undelete', needs: write, input: ofId, trashed: true, of: isNamed },
  { operation: 'undelete', needs: shared, input: ofId, trashed: true, of: isPublic },
  { operation: 'undelete', needs: shared, input: ofId, trashed: true, of: isOutside },
  { operation: 'claim', needs: shared, input: ({ code }) => ({ code }) },
  { operation: 'claim', needs: write, input: ({ code }) => ({ code, visibility: 'private' }) },
  { operation: 'claim', needs: shared, input: ({ code, outsider }) => ({ code, visibility: outsider }) },
  { operation: 'createUpload', needs: write, input: { sizeBytes: 3, filename: 'a.md' } },
]

/** A new version keeps the audience, whoever that is. */
const versions: Case[] = [undefined, isPublic, isOutside].flatMap(of => [
  { operation: 'update', needs: write, input: ofId, options: { base: 1, ...file }, ...(of && { of }) },
  {
    operation: 'edit',
    needs: write,
    input: withId({ edits: [{ oldText: 'old', newText: 'new' }] }),
    options: { base: 1 },
    ...(of && { of }),
  },
  { operation: 'restore', needs: write, input: withId({ n: 1 }), options: { base: 1 }, ...(of && { of }) },
])

const settings: Case[] = [
  ...[{ name: 'New' }, { theme: 'paper' }, { labels: ['a'] }, { historyVisible: true }].map(input => ({
    operation: 'change',
    needs: write,
    input: withId(input),
  })),
  ...[
    { visibility: 'private' },
    { visibility: 'company' },
    { visibility: 'public' },
    { sharedWith: [] },
    { comments: 'shared' },
  ].map(input => ({ operation: 'change', needs: share, input: withId(input) })),
  { operation: 'change', needs: share, input: withId(({ member }) => ({ addSharedWith: [member] })) },
  { operation: 'change', needs: share, input: withId(({ member }) => ({ removeSharedWith: [member] })) },
  { operation: 'change', needs: share, input: withId(({ member }) => ({ owner: member })) },
  { operation: 'change', needs: ['artifacts:delete'], input: withId({ expiresAt: '2099-01-01T00:00:00Z' }) },
  {
    operation: 'change',
    needs: ['artifacts:delete', 'sharing:write', 'artifacts:write'],
    input: withId({ expiresAt: '2099-01-01T00:00:00Z', visibility: 'private', name: 'New' }),
  },
  { operation: 'delete', needs: ['artifacts:delete'], input: ofId },
  { operation: 'access', needs: share, input: withId({ email: 'ana@example.com' }) },
]

const reading: Case[] = [
  ...['get', 'content', 'read', 'versions', 'diff'].map(operation => ({
    operation,
    needs: read,
    input: ofId,
  })),
  { operation: 'version', needs: read, input: withId({ n: 1 }) },
  { operation: 'list', needs: read },
  { operation: 'search', needs: read, input: { q: 'old' } },
  { operation: 'events', needs: read },
]

const commenting: Case[] = [
  { operation: 'listComments', needs: ['comments:read'], input: ofId },
  { operation: 'listPlaces', needs: ['comments:read'], input: ofId },
  { operation: 'listNames', needs: ['comments:write'], input: ofId },
  { operation: 'addComment', needs: ['comments:write'], input: withId({ body: 'Yes' }) },
  { operation: 'changeComment', needs: ['comments:write'], input: ofComment({ body: 'No' }) },
  { operation: 'removeComment', needs: ['comments:write'], input: ofComment() },
  { operation: 'reattach', needs: ['comments:write'], input: ofComment({ anchor: null }) },
  { operation: 'resolve', needs: ['comments:write'], input: ofComment() },
  { operation: 'reopen', needs: ['comments:write'], input: ofComment() },
]

const organization: Case[] = [
  ...['organization', 'usage', 'listMembers', 'listInvitations', 'listDomains', 'audit'].map(operation => ({
    operation,
    needs: ['org:read'] as const,
  })),
  { operation: 'changeOrganization', needs: ['org:write'], input: { name: 'New' } },
  { operation: 'changePolicy', needs: ['org:write'], input: { allowPublic: true } },
  { operation: 'deleteOrganization', needs: ['org:write'], input: { confirm: 'no' } },
  { operation: 'changeMember', needs: ['org:write'], input: () => ({ ...dummy(), role: 'admin' }) },
  { operation: 'removeMember', needs: ['org:write'], input: dummy },
  {
    operation: 'invite',
    needs: ['org:write'],
    input: ({ outsider }) => ({ email: outsider, role: 'member' }),
  },
  { operation: 'revokeInvitation', needs: ['org:write'], input: dummy },
  { operation: 'addDomain', needs: ['org:write'], input: { name: 'no domain' } },
  { operation: 'verifyDomain', needs: ['org:write'], input: dummy },
  { operation: 'removeDomain', needs: ['org:write'], input: dummy },
  { operation: 'listWebhooks', needs: ['org:write'] },
  { operation: 'makeWebhook', needs: ['org:write'], input: { url: 'no address' } },
  { operation: 'readWebhook', needs: ['org:write'], input: dummy },
  { operation: 'changeWebhook', needs: ['org:write'], input: dummy },
  { operation: 'removeWebhook', needs: ['org:write'], input: dummy },
  { operation: 'testWebhook', needs: ['org:write'], input: dummy },
  { operation: 'listDeliveries', needs: ['org:write'], input: dummy },
  { operation: 'replayDelivery', needs: ['org:write'], input: dummy },
]

const cases = [...making, ...versions, ...settings, ...reading, ...commenting, ...organization]

/** True for an operation on a surface for programs that is not for everybody with a session or none. */
function takesScope({ name, access, rest, mcp }: Operation): boolean {
  const isOfPreviews = name === 'updatePreview' || name === 'deletePreview'
  const isForPrograms = !isGap(rest) || !isGap(mcp) || name === 'content'
  return isForPrograms && !isOfPreviews && typeof access === 'object' && !('session' in access)
}

test('every operation that takes a scope stands in the table', () => {
  const named = new Set(cases.map(({ operation }) => operation))
  assert.deepEqual(
    [...named].sort(),
    allOperations
      .filter(takesScope)
      .map(({ name }) => name)
      .sort(),
  )
})

/** All scopes but this one, and but the one that implies it. */
const allBut = (scope: Scope): Scope[] =>
  scopes.filter(each => each !== scope && each !== scope.replace(/:read$/, ':write'))

/** The named people and the keys, which are the same for all tries in one world. */
interface Ground {
  world: World
  member: string
  outsider: string
  keyWith(held: readonly Scope[]): Promise<string>
}

async function groundIn(world: World): Promise<Ground> {
  const keys = new Map<string, Promise<{ key: string }>>()
  const member = (await world.company.join('member')).email
  return {
    ...{ world, member, outsider: freshAddress('outsider') },
    async keyWith(held) {
      const made = keys.get(held.join()) ?? world.company.newKey('user', { scopes: held })
      keys.set(held.join(), made)
      return (await made).key
    },
  }
}

/** Makes what a case is about, anew for each try. */
async function subjectOf(
  { world: { call }, member, outsider }: Ground,
  { operation, input, of, trashed }: Case,
): Promise<Subject> {
  const none = { id: '', commentId: '', member, outsider, code: '' }
  if (operation === 'claim') {
    const { claimUrl } = await call('publishPreview', {}, { file: 'old', as: 'nobody' })
    return { ...none, code: claimUrl.split('/').at(-1) }
  }
  if (typeof input !== 'function') return none
  const audience = of?.({ member, outsider }) ?? { visibility: 'company' }
  const { shortId: id } = await call('publish', audience, { file: 'old' })
  const { id: commentId } = await call('addComment', { id, body: 'Really?' })
  if (trashed) await call('delete', { id })
  return { ...none, id, commentId }
}

async function attempt(ground: Ground, each: Case, held: readonly Scope[]) {
  const subject = await subjectOf(ground, each)
  const { world } = ground
  const key = await ground.keyWith(held)
  const input = typeof each.input === 'function' ? each.input(subject) : each.input
  const outcome = await world.act(each.operation, input, { ...each.options, as: { key } })
  return 'problem' in outcome ? outcome.problem : null
}

function everyCase(title: string, some: readonly Case[]): void {
  everywhere(title, async world => {
    const ground = await groundIn(world)
    for (const each of some) {
      const name = `${each.operation} ${JSON.stringify(each.input)} ${each.of?.name ?? ''}`
      const enough = await attempt(ground, each, each.needs)
      assert.notEqual(enough?.code, 'insufficient_scope', `${name} with ${each.needs}`)
      for (const scope of each.needs) {
        const problem = await attempt(ground, each, allBut(scope))
        assert.deepEqual([problem?.code, problem?.extras.scope], ['insufficient_scope', scope], name)
      }
    }
  })
}

everyCase(
  'publishing, copying, bringing back and claiming for everybody or outsiders needs sharing:write',
  making,
)
everyCase('a new version needs artifacts:write alone, whoever can open it', versions)
everyCase(
  'settings need artifacts:write, the audience sharing:write, an early end artifacts:delete',
  settings,
)
everyCase('reading needs artifacts:read', reading)
everyCase('comments need a scope of their own', commenting)
everyCase('the organization needs a scope of its own', organization)

everywhere('what lacks a scope is not done', async world => {
  const { key } = await world.company.newKey('user', { scopes: write })
  const outsider = freshAddress('outsider')
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'old' })
  await world.leavesNothing(async () => {
    for (const input of [{ visibility: 'public' }, { visibility: outsider }, { sharedWith: [outsider] }])
      await world.refused('insufficient_scope', 'publish', input, { as: { key }, file: 'new' })
    await world.refused('insufficient_scope', 'copy', { id, visibility: 'public' }, { as: { key } })
    await world.refused('insufficient_scope', 'change', { id, visibility: 'private' }, { as: { key } })
    const expiresAt = '2099-01-01T00:00:00Z'
    await world.refused('insufficient_scope', 'change', { id, expiresAt }, { as: { key } })
  })
})
