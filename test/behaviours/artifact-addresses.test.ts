// An address with `@n` where a short ID is taken: reads mean that version, writes refuse it, and it is never dropped (contract section 2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { takeDown } from '../../src/admin/takedown.ts'
import { allOperations } from '../../src/operations/index.ts'
import * as fields from '../../src/operations/kernel/fields.ts'
import type { Operation } from '../../src/operations/kernel/operation.ts'
import { send } from '../support/http.ts'
import { type ActOptions, everywhere, type World } from '../support/world.ts'
import { proof } from '../support/world-rest.ts'
import type { Value } from '../support/world-surface.ts'

const texts = ['# One\n\nfirst', '# One\n\nsecond', '# One\n\nthird']

interface Scene {
  /** An artifact of the owner with three versions. */
  page: string
  /** A private one of somebody else, with one version. */
  foreign: string
  /** A public one, with one version. */
  open: string
  /** One in the trash. */
  trashed: string
  preview: string
  editToken: string
}

interface Case {
  /** `any`: a read of any version. `current`: a read of the current one. `none`: a read of no version. */
  takes: 'any' | 'current' | 'none' | 'write'
  /** The field that takes the address; `id` where nothing is said. */
  field?: string
  input?(version: number): Record<string, unknown>
  options?(scene: Scene): ActOptions
  subject?(scene: Scene): string
  /** The number of the subject's current version; 3 where nothing is said. */
  current?: number
  /** The number of the version that the answer is about. */
  versionIn?(value: Value): number
}

const ofPreview: Pick<Case, 'subject' | 'options'> = {
  subject: ({ preview }) => preview,
  options: ({ editToken }) => ({ base: 1, file: 'new', as: { editToken } }),
}

const cases: Record<string, Case> = {
  get: {
    takes: 'any',
    versionIn: ({ version, size }) => (size === texts[version - 1]!.length ? version : 0),
  },
  content: { takes: 'any', versionIn: ({ bytes }) => texts.indexOf(bytes.toString()) + 1 },
  openPage: { takes: 'any', versionIn: ({ version }) => version.number },
  read: { takes: 'any', versionIn: value => value.version },
  version: { takes: 'any', input: n => ({ n }), versionIn: value => value.version },
  diff: { takes: 'any', input: () => ({ from: 1 }), versionIn: value => value.to },
  versions: { takes: 'current' },
  listComments: { takes: 'current' },
  listPlaces: { takes: 'current' },
  listNames: { takes: 'current' },
  access: { takes: 'current', input: () => ({ email: 'ana@example.com' }) },
  recipients: { takes: 'current', input: () => ({ addresses: [] }) },
  live: { takes: 'current', input: () => ({ shown: 3 }) },
  showTexts: { takes: 'current', input: () => ({ source: '<p>x' }) },
  putTexts: {
    takes: 'current',
    input: () => ({ source: '<p>x</p>', texts: [{ node: '3.0', was: 'x', text: 'y' }] }),
  },
  drawing: { takes: 'current' },
  linkPicture: { takes: 'current', subject: ({ open }) => open, current: 1 },
  inspectGoverned: { takes: 'current', subject: ({ foreign }) => foreign, current: 1 },
  events: { takes: 'none', field: 'artifact' },
  update: { takes: 'write', options: () => ({ base: 3, file: 'new' }) },
  change: { takes: 'write', input: () => ({ name: 'New' }) },
  delete: { takes: 'write' },
  undelete: { takes: 'write', subject: ({ trashed }) => trashed },
  edit: {
    takes: 'write',
    input: () => ({ edits: [{ oldText: 'third', newText: 'x' }] }),
    options: () => ({ base: 3 }),
  },
  restore: { takes: 'write', input: () => ({ n: 1 }), options: () => ({ base: 3 }) },
  copy: { takes: 'write', input: version => ({ version }) },
  addComment: { takes: 'write', input: () => ({ body: 'Hello' }) },
  report: { takes: 'write', input: () => ({ reason: 'It is bad.' }) },
  editing: { takes: 'write' },
  updatePreview: { takes: 'write', ...ofPreview },
  deletePreview: { takes: 'write', ...ofPreview },
}

/** Answers alike whatever its address names, so the address means nothing to it before the answer. */
const answersAlike = 'requestAccess'

const namesArtifact = ({ name, access, input }: Operation): boolean =>
  name !== answersAlike &&
  ((typeof access === 'object' && 'artifact' in access) ||
    Object.values(input.shape).some(
      field => (field instanceof z.ZodOptional ? field.unwrap() : field) === fields.id,
    ))

test('every operation that takes a short ID says here what a version in its address means', () => {
  const named = allOperations.filter(namesArtifact)
  assert.deepEqual(Object.keys(cases).sort(), named.map(({ name }) => name).sort())
  for (const { name, effect, versionField } of named) {
    const { takes } = cases[name]!
    assert.equal(takes === 'write', effect === 'write', name)
    assert.equal(takes === 'any', versionField !== undefined, name)
  }
})

async function sceneIn({ call, company }: World): Promise<Scene> {
  const { shortId: page } = await call('publish', {}, { file: texts[0]! })
  for (const [index, text] of texts.slice(1).entries())
    await call('update', { id: page }, { file: text, base: index + 1 })
  const member = await company.join('member')
  const { shortId: foreign } = await call('publish', {}, { file: texts[0]!, as: member })
  const { shortId: open } = await call('publish', { visibility: 'public' }, { file: texts[0]! })
  const { shortId: preview, editToken } = await call('publishPreview', {}, { file: texts[0]!, as: 'nobody' })
  const { shortId: trashed } = await call('publish', {}, { file: texts[0]! })
  await call('delete', { id: trashed })
  return { page, foreign, open, trashed, preview, editToken }
}

interface Asking extends Omit<Case, 'subject'> {
  name: string
  /** Input with the subject's address in both forms, one after the other. */
  inputs(version: number, more?: Record<string, unknown>): Record<string, unknown>[]
  given: ActOptions
}

async function asking(world: World, takes: Case['takes']): Promise<Asking[]> {
  const scene = await sceneIn(world)
  return Object.entries(cases)
    .filter(([, each]) => each.takes === takes)
    .map(([name, each]) => {
      const { field = 'id', input, options, subject } = each
      const shortId = subject?.(scene) ?? scene.page
      const addresses = [shortId, `${world.service.url}/${shortId}`]
      return {
        ...each,
        name,
        inputs: (version, more) =>
          addresses.map(address => ({ ...input?.(version), [field]: `${address}@${version}`, ...more })),
        given: options?.(scene) ?? {},
      }
    })
}

const fieldOf = (name: string): string => allOperations.find(each => each.name === name)!.versionField!

everywhere('an address with a version means that version on reads that tell of one', async world => {
  for (const { name, inputs, versionIn } of await asking(world, 'any')) {
    const told = async (input: Record<string, unknown>) => versionIn!(await world.call(name, input))
    for (const version of [1, 2, 3]) {
      for (const input of inputs(version)) assert.equal(await told(input), version, `${name} ${input.id}`)
      for (const input of inputs(version, { [fieldOf(name)]: version }))
        assert.equal(await told(input), version, `${name} ${input.id} beside the same`)
      for (const input of inputs(version, { [fieldOf(name)]: (version % 3) + 1 }))
        await world.refused('invalid_input', name, input)
    }
    for (const input of inputs(9)) await world.refused('not_found', name, input)
  }
})

everywhere('an address with an earlier version is refused where the current one is told of', async world => {
  for (const { name, current = 3, inputs } of await asking(world, 'current')) {
    for (const input of inputs(current)) await world.call(name, input)
    if (current > 1) for (const input of inputs(1)) await world.refused('invalid_input', name, input)
    for (const input of inputs(9)) await world.refused('not_found', name, input)
  }
})

everywhere('an address with a version is refused by writes, which change nothing', async world => {
  for (const { name, inputs, given } of await asking(world, 'write'))
    await world.leavesNothing(async () => {
      for (const version of [1, 3])
        for (const input of inputs(version)) await world.refused('invalid_input', name, input, given)
    })
})

everywhere('whoever may not see the artifact or the version learns nothing by its address', async world => {
  const { page, preview } = await sceneIn(world)
  const stranger = await (await world.service.organization()).join('member')
  const as = { as: stranger }
  for (const version of [1, 3]) {
    await world.refused('not_found', 'read', { id: `${page}@${version}` }, as)
    await world.refused('not_found', 'change', { id: `${page}@${version}`, name: 'New' }, as)
  }
  await world.call('change', { id: page, visibility: 'public' })
  assert.equal((await world.call('read', { id: `${page}@3` }, as)).text, 'One\n\nthird')
  for (const name of ['read', 'content', 'get'])
    await world.refused('not_found', name, { id: `${page}@1` }, as)
  await world.refused('invalid_input', 'events', { artifact: `${page}@1` }, as)
  await world.call('change', { id: page, historyVisible: true })
  assert.equal((await world.call('get', { id: `${page}@1` }, as)).version, 1)
  assert.equal((await world.call('get', { id: `${page}@1` }, as)).currentVersion, 3)
  await world.refused('not_found', 'get', { id: `${preview}@2` }, { as: 'nobody' })
})

everywhere('what stands behind the short ID is a name, a version, or nothing', async world => {
  const { page } = await sceneIn(world)
  for (const id of [
    page,
    `${page}-`,
    `${page}-a-name`,
    `${page}-a@1`,
    `${world.service.url}/${page}-1@1/content`,
  ])
    assert.equal((await world.call('get', { id })).version, 3, id)
  assert.equal((await world.call('get', { id: `${world.service.url}/${page}%401/content?x#y` })).version, 1)
  for (const id of [
    `${page}@`,
    `${page}@0`,
    `${page}@01`,
    `${page}@v1`,
    `${page}@1-a`,
    `${page}@1@2`,
    `${page}x`,
  ])
    await world.refused('not_found', 'get', { id })
})

everywhere('streams, the audit and the operator name artifacts, not versions', async world => {
  const { page } = await sceneIn(world)
  const { service, company } = world
  const id = `${service.url}/${page}@1`
  await world.refused('invalid_input', 'audit', { subject: id })
  const headers = proof(service.url, company.owner)
  const stream = await send(`${service.url}/v1/events/stream?artifact=${page}@1`, { headers })
  assert.deepEqual([stream.status, stream.json.errors[0].field], [422, 'artifact'])
  const takenDown = (given: string) => takeDown(service.context.records, given, {}, service.context.clock())
  await assert.rejects(takenDown(id), { code: 'invalid_input' })
  await assert.rejects(takenDown('123456789A@1'), { code: 'not_found' })
  assert.equal((await world.call('get', { id: page })).version, 3)
})
