// Behaviours as they are proven: one body that runs on both stores and on every surface that has what it uses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomToken } from '../../src/crypto.ts'
import { allOperations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/kernel/operation.ts'
import { uuid } from '../../src/operations/kernel/uuid.ts'
import { isAtLength } from './at-length.ts'
import { serviceOn } from './common-service.ts'
import type { Company, Credential, Member } from './people.ts'
import type { Running, Store } from './service.ts'
import { isSkip } from './skip.ts'
import { cliSurface } from './world-cli.ts'
import { coreSurface, transferName } from './world-core.ts'
import { mcpSurface } from './world-mcp.ts'
import { restSurface } from './world-rest.ts'
import type { Act, File, Outcome, Refusal, SurfaceDriver, Value } from './world-surface.ts'

export interface ActOptions {
  as?: Credential | Member
  /** The version or versions named as edited from. */
  base?: number | readonly number[]
  /** A file, or the Markdown text of one called page.md. */
  file?: File | string
  idempotencyKey?: string
  actorType?: 'human' | 'agent'
  actorName?: string
}

export interface World {
  /** The store of this run. */
  store: Store
  surface: SurfaceDriver['name']
  service: Running
  /** A company nobody else uses; without `as`, its owner acts. */
  company: Company
  /** Acts and tells what came of it. */
  act(operation: string, input?: Record<string, unknown>, options?: ActOptions): Promise<Outcome>
  /** Acts; a refusal fails the test. */
  call(operation: string, input?: Record<string, unknown>, options?: ActOptions): Promise<Value>
  /** Acts and expects to be refused with the code. */
  refused(
    code: string,
    operation: string,
    input?: Record<string, unknown>,
    options?: ActOptions,
  ): Promise<Refusal>
  /** A fact of a refusal, or null where this surface keeps it to itself. */
  fact(refusal: Refusal, name: string): Value
  /** The bytes of an artifact as text. */
  source(id: string, options?: { version?: number; as?: Credential | Member }): Promise<string>
  /** Types of events and names of audited operations that `work` leaves behind, in order. */
  traces(work: () => Promise<unknown>): Promise<{ events: string[]; audits: string[] }>
  /** Does the work and proves that it left no blob, no event and no audit row. */
  leavesNothing(work: () => Promise<unknown>): Promise<void>
}

type Body = (world: World) => Promise<void>

/** The part of a world that any deployment gives to whoever holds a key: `recto conformance` proves behaviours on it too. */
export type PortableWorld = Pick<World, 'act' | 'call' | 'refused' | 'fact' | 'source'>

/** Behaviours by what they say, each by itself. */
export type Behaviours = Readonly<Record<string, (world: PortableWorld) => Promise<void>>>

interface Place {
  store: Store
  storeName: string
  surface: (service: Running) => SurfaceDriver
  surfaceName: SurfaceDriver['name']
}

const network = () => `network-${randomToken(8)}`
const core = {
  surface: (service: Running) => coreSurface(service.context, network()),
  surfaceName: 'core' as const,
}

const embedded = { store: 'sqlite' as const, storeName: 'SQLite' }

/** Both stores under the operations themselves, then every surface on the embedded store. The first two are the stores. */
const places: readonly Place[] = [
  { ...embedded, ...core },
  { store: 'postgres', storeName: 'Postgres', ...core },
  { ...embedded, surface: ({ url }) => restSurface(url), surfaceName: 'REST' },
  { ...embedded, surface: service => mcpSurface(service.url, core.surface(service)), surfaceName: 'MCP' },
  { ...embedded, surface: ({ url }) => cliSurface(url), surfaceName: 'CLI' },
]

/** Places that a full run adds: every surface on the other store. */
const surfacesOnPostgres = places
  .filter(({ surfaceName }) => surfaceName !== 'core')
  .map(place => ({ ...place, store: 'postgres' as const, storeName: 'Postgres' }))

const placesOfRun = isAtLength ? [...places, ...surfacesOnPostgres] : places

/**
 * Proves a behaviour everywhere. What a surface does not offer, by the operation's own definition, is done on the
 * core instead; a surface that offers nothing of what the behaviour uses is left out. `env` asks for a service of
 * its own with other settings.
 */
export function everywhere(title: string, body: Body, env?: Record<string, string>): void {
  test(title, async t => {
    const used = new Map<string, Act>()
    for (const place of placesOfRun) {
      if (place.surfaceName !== 'core' && !(await offered(place, used, env))) continue
      await t.test(`on ${place.storeName}, ${place.surfaceName}`, async at => {
        const service = await serviceOn(place.store, env)
        if (isSkip(service)) return at.skip(service.skip)
        await body(await worldOn(place, service, used))
      })
    }
  })
}

/** Proves each of them everywhere. */
export function everywhereAll(behaviours: Behaviours): void {
  for (const [title, body] of Object.entries(behaviours)) everywhere(title, body)
}

type HttpBody = (service: Running) => Promise<void>

/** Proves over HTTP what belongs to no operation, on both stores. */
export const onBothStores = (title: string, body: HttpBody, env?: Record<string, string>): void =>
  onStores(['sqlite', 'postgres'], title, body, env)

/** Proves it on those stores alone. */
export function onStores(
  stores: readonly Store[],
  title: string,
  body: HttpBody,
  env?: Record<string, string>,
): void {
  test(title, async t => {
    for (const { store, storeName } of places.slice(0, 2).filter(place => stores.includes(place.store))) {
      await t.test(`on ${storeName}`, async at => {
        const service = await serviceOn(store, env)
        if (isSkip(service)) return at.skip(service.skip)
        await body(service)
      })
    }
  })
}

async function offered(place: Place, used: Map<string, Act>, env: Record<string, string> | undefined) {
  const service = await serviceOn(place.store, env)
  if (isSkip(service)) return true
  const surface = place.surface(service)
  return [...used.values()].some(act => surface.takes(act))
}

async function worldOn(place: Place, service: Running, used: Map<string, Act>): Promise<World> {
  const company = await service.organization()
  const surface = place.surface(service)
  const fallback = coreSurface(service.context, network())
  const act: World['act'] = async (name, input = {}, options = {}) => {
    const asked = actOf(name, input, options, company)
    used.set(`${name} ${kindOf(asked.as)}`, asked)
    return (surface.takes(asked) ? surface : fallback).act(asked)
  }
  const call: World['call'] = async (name, input, options) => {
    const outcome = await act(name, input, options)
    if ('value' in outcome) return outcome.value
    assert.fail(`${name} was refused: ${JSON.stringify(outcome.problem)}`)
  }
  return {
    store: place.store,
    surface: surface.name,
    service,
    company,
    act,
    call,
    async refused(code, name, input, options) {
      const outcome = await act(name, input, options)
      if ('value' in outcome)
        assert.fail(`${name} was not refused, but answered ${JSON.stringify(outcome.value)}`)
      assert.equal(outcome.problem.code, code, JSON.stringify(outcome.problem))
      return outcome.problem
    },
    fact({ extras }, name) {
      if (surface.silent?.includes(name)) return null
      assert.ok(name in extras, `the refusal does not tell ${name}`)
      return extras[name]
    },
    async source(id, { version, as } = {}) {
      const input = { id, ...(version !== undefined && { version }) }
      const { bytes } = await call('content', input, as ? { as } : {})
      return bytes.toString('utf8')
    },
    traces: work => traces(service, company, work),
    async leavesNothing(work) {
      const before = await blobs(service)
      const left = await traces(service, company, work)
      assert.deepEqual({ ...left, blobs: await blobs(service) }, { events: [], audits: [], blobs: before })
    },
  }
}

const kindOf = (credential: Credential): string =>
  credential === 'nobody' ? credential : Object.keys(credential).join()

function actOf(name: string, input: Act['input'], options: ActOptions, company: Company): Act {
  const { as = company.owner, base, file, idempotencyKey, actorType = null, actorName = null } = options
  return {
    operation: operationNamed(name),
    input,
    as: credentialOf(as),
    base: typeof base === 'number' ? [base] : base,
    file: typeof file === 'string' ? { name: 'page.md', bytes: file } : file,
    idempotencyKey,
    claim: { actorType, actorName },
  }
}

const credentialOf = (as: Credential | Member): Credential =>
  as !== 'nobody' && 'key' in as ? { key: as.key } : as

function operationNamed(name: string): Operation {
  const found = allOperations.find(operation => operation.name === name)
  if (found) return found
  if (name === transferName) return { name } as Operation
  throw new Error(`There is no operation ${name}.`)
}

async function traces({ context }: Running, { id }: Company, work: () => Promise<unknown>) {
  const read = () =>
    context.records.transaction(async rows => ({
      events: await rows.journal.events(id, 0, 10_000),
      audits: (await rows.journal.audits({ organizationId: id, limit: 10_000 })).filter(
        row => row.action !== 'view',
      ),
    }))
  const before = await read()
  await work()
  const now = await read()
  const known = new Set(before.audits.map(row => row.id))
  const audits = now.audits.filter(row => !known.has(row.id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    events: now.events.slice(before.events.length).map(event => event.type),
    audits: audits.map(row => row.action),
  }
}

/** The names of every stored file. */
export async function blobs({ context }: Running): Promise<string[]> {
  const names: string[] = []
  for await (const { blob } of context.blobs.list()) names.push(blob)
  return names.sort()
}

/** An identifier of the right form that names nothing. */
export const unknownId = (): string => uuid(Date.now())
