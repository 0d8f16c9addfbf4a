// Acts through the command line: `main(argv)` in this process, over real HTTP, with files in a folder of its own.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArtifactAddress } from '../../src/domain/artifact-address.ts'
import { allOperations } from '../../src/operations/index.ts'
import type { Flag } from '../../src/surfaces/cli/command-line/command.ts'
import { manifestOf } from '../../src/surfaces/cli/command-line/manifest.ts'
import { exitOf } from '../../src/surfaces/cli/failure.ts'
import { main } from '../../src/surfaces/cli/main.ts'
import { loadJq } from '../../src/surfaces/cli/on-demand/jq.ts'
import { fromRoot } from './project-root.ts'
import { type Act, type File, isText, type Outcome, type SurfaceDriver } from './world-surface.ts'

const manifest = manifestOf(allOperations)

type Input = Act['input']

/** Words after `recto`, and what stands on its standard input. */
interface Line {
  words: string[]
  stdin?: string
}

/** The surface of the server at `url`. */
export function cliSurface(url: string): SurfaceDriver {
  return {
    name: 'CLI',
    takes: act => isSignedIn(act) && isSayable(act, url) && lineOf(act, 'FILE') !== null,
    async act(act) {
      const folder = await mkdtemp(join(tmpdir(), 'recto-cli-'))
      try {
        const path = act.file ? await written(folder, act.file) : ''
        return await run(act, lineOf(act, path)!, { url, cwd: folder })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

/** A key, or a preview for those who have none: anything else the command line refuses by itself. */
const isSignedIn = ({ as, operation }: Act): boolean =>
  as === 'nobody' ? operation.name === 'publishPreview' : 'key' in as

/** It makes keys for repeats by itself, always names one version, and reads addresses before it asks. */
function isSayable({ idempotencyKey, base, input, operation, file }: Act, url: string): boolean {
  const { id } = input
  return (
    idempotencyKey === undefined &&
    (operation.name === 'edit' || Object.values(input).every(isWords)) &&
    (operation.based ? base?.length === 1 : true) &&
    (id === undefined || (typeof id === 'string' && parseArtifactAddress(id, url) !== null)) &&
    (file === undefined || (file.type === undefined && !/[/\\]/.test(file.name ?? '')))
  )
}

/** Words, or none of them where a list is emptied. */
const isWords = (value: unknown): boolean => isText(value) || (Array.isArray(value) && value.length === 0)

async function written(folder: string, { name = 'page', bytes }: File): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** The command line of an act; null where there is none. */
function lineOf(act: Act, path: string): Line | null {
  const hand = byHand[act.operation.name]
  if (hand) return hand(act, path)
  const command = manifest.commands.find(({ operation }) => operation === act.operation.name)
  if (!command) return null
  const places = command.positional.map(({ field }) => field)
  const flags = flagWords(command.flags, without(act.input, places))
  const words = places.flatMap(field => texts(act.input[field]))
  return flags && { words: [...command.name.split(' '), ...flags, ...baseWords(act), '--', ...words] }
}

const newFields = ['name', 'visibility', 'theme', 'note', 'sharedWith']
const sharingFields = ['visibility', 'sharedWith', 'addSharedWith', 'removeSharedWith', 'comments']

/** Commands that are written by hand, as their operations say. */
const byHand: Record<string, (act: Act, path: string) => Line | null> = {
  publish: (act, path) => publishLine(act, path, [...newFields, 'notify', 'message'], []),
  publishPreview: (act, path) => publishLine(act, path, ['name', 'theme'], ['--public-preview']),
  update(act, path) {
    const { id, skipUnchanged, merge, keepOthers, reload, ...input } = act.input
    const wishes = [
      ...(skipUnchanged === true ? [] : ['--always']),
      ...(merge === true ? ['--merge'] : []),
      ...(keepOthers === undefined ? [] : [keepOthers ? '--keep-others' : '--no-keep-others']),
      ...(reload === true ? ['--reload'] : []),
    ]
    const update = [`--id=${id}`, ...baseWords(act), ...wishes]
    return publishLine({ ...act, input }, path, ['name', 'theme', 'note'], update)
  },
  get: ({ input: { id, version } }) => ({
    words: ['get', ...(version === undefined ? [] : [`--version=${version}`]), '--', String(id)],
  }),
  content: ({ input: { id, version } }) => ({
    words: [
      'get',
      '--output=-',
      ...(version === undefined ? [] : [`--version=${version}`]),
      '--',
      String(id),
    ],
  }),
  edit(act) {
    const { id, ...edits } = act.input
    return { words: ['edit', '--edits=-', ...baseWords(act), '--', String(id)], stdin: JSON.stringify(edits) }
  },
  addComment: ({ input }) => commentLine(input),
  change: ({ input: { id, ...wishes } }) => renameLine(id, wishes) ?? shareLine(id, wishes),
}

function publishLine(
  { input, file }: Act,
  path: string,
  known: readonly string[],
  more: readonly string[],
): Line | null {
  const words = only(input, known) && file && flagWords([], rename(input))
  return words ? { words: ['publish', '--full', ...words, ...more, '--', path] } : null
}

/** People are named with --share. */
function rename({ sharedWith, ...input }: Input): Input {
  return { ...input, ...(sharedWith !== undefined && { share: sharedWith }) }
}

function renameLine(id: unknown, wishes: Input): Line | null {
  return only(wishes, ['name']) ? { words: ['rename', '--', String(id), String(wishes.name)] } : null
}

function commentLine({ id, body, quote, parentId, ...more }: Input): Line | null {
  const given = [id, body, quote ?? '', parentId ?? '']
  if (Object.keys(more).length > 0 || given.some(each => typeof each !== 'string') || body === '-')
    return null
  if (parentId === undefined)
    return {
      words: [
        'comments',
        'add',
        ...(quote === undefined ? [] : [`--quote=${quote}`]),
        '--',
        `${id}`,
        `${body}`,
      ],
    }
  return quote === undefined
    ? { words: ['comments', 'reply', '--', `${id}`, `${parentId}`, `${body}`] }
    : null
}

function shareLine(id: unknown, wishes: Input): Line | null {
  const { visibility, sharedWith, addSharedWith, removeSharedWith, comments, notify, message } = wishes
  const changes = addSharedWith !== undefined || removeSharedWith !== undefined
  if (!only(wishes, [...sharingFields, 'notify', 'message'])) return null
  if (!sharingFields.some(name => name in wishes) || (sharedWith !== undefined && changes)) return null
  // --only says the audience too.
  if (sharedWith !== undefined && visibility === undefined) return null
  const flags = [
    ...(visibility === undefined ? [] : [`--visibility=${visibility}`]),
    ...(comments === undefined ? [] : [`--comments=${comments}`]),
    ...texts(removeSharedWith).map(address => `--remove=${address}`),
    ...(sharedWith === undefined ? [] : ['--only']),
    ...(notify === true ? ['--notify'] : []),
    ...(message === undefined ? [] : [`--message=${message}`]),
  ]
  return { words: ['share', ...flags, '--', String(id), ...texts(sharedWith ?? addSharedWith)] }
}

const without = (input: Input, names: readonly string[]): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

const only = (input: Input, names: readonly string[]): boolean =>
  Object.keys(input).every(name => names.includes(name))

const texts = (value: unknown): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]

/** The flags for an input; null where one has no way to be said. */
function flagWords(flags: readonly Flag[], input: Input): string[] | null {
  const nameOf = (field: string) => flags.find(flag => flag.field === field)?.name ?? field
  const entries = Object.entries(input)
  if (entries.some(([, value]) => !isText(value))) return null
  return entries.flatMap(([field, value]) => {
    if (typeof value === 'boolean') return [value ? `--${nameOf(field)}` : `--no-${nameOf(field)}`]
    return texts(value).map(text => `--${nameOf(field)}=${text}`)
  })
}

const baseWords = ({ base }: Act): string[] => (base ? [`--base-version=${base[0]}`] : [])

async function run(
  act: Act,
  { words, stdin }: Line,
  { url, cwd }: { url: string; cwd: string },
): Promise<Outcome> {
  const { as, claim, operation } = act
  const out = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  const sink = (name: 'stdout' | 'stderr') => ({
    write(chunk: string | Uint8Array, done?: () => void) {
      out[name].push(Buffer.from(chunk as Uint8Array))
      done?.()
    },
  })
  const code = await main(words, {
    env: {
      RECTO_URL: url,
      HOME: cwd,
      ...(as !== 'nobody' && 'key' in as && { RECTO_API_KEY: as.key }),
      ...(claim.actorType && { RECTO_ACTOR_TYPE: claim.actorType }),
      ...(claim.actorName && { RECTO_ACTOR_NAME: claim.actorName }),
    },
    cwd,
    stdin: input(stdin),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    version: '0.0.0-test',
    home: null,
    manifest: async () => manifest,
    conformance: () => import('../conformance/conformance.ts'),
    lock: () => import('../../src/surfaces/cli/on-demand/lock.ts'),
    oauth: () => import('../../src/surfaces/cli/on-demand/oauth.ts'),
    keychain: () => null,
    mcp: () => import('../../src/surfaces/cli/on-demand/mcp.ts'),
    skill: () => readFileSync(fromRoot('src/surfaces/cli/skill/SKILL.md'), 'utf8'),
    jq: loadJq,
    page: async () => false,
    launch: () => undefined,
    serve: async () => 0,
    administer: async () => ({ value: {}, lines: [], ok: true }),
  })
  const [said, talk] = [Buffer.concat(out.stdout), Buffer.concat(out.stderr).toString()]
  if (code !== 0) return refused(code, talk)
  if (operation.name === 'content') return { value: { bytes: said }, replayed: false }
  return { value: withoutAudience(JSON.parse(said.toString())) ?? undefined, replayed: false }
}

/** The command line says in words who can open an artifact, beside the fields that every surface has. */
function withoutAudience(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('canOpen' in value && 'url' in value)) return value
  const { canOpen: _, ...shared } = value as Record<string, unknown>
  return shared
}

async function* input(text: string | undefined): AsyncIterable<Uint8Array> {
  if (text !== undefined) yield Buffer.from(text)
}

/** The problem on stderr; a command line that cannot be followed is input that is not valid. */
function refused(exit: number, talk: string): Outcome {
  const problem = JSON.parse(talk)
  const {
    code,
    status,
    detail: _,
    message: __,
    type: ___,
    title: ____,
    requestId: _____,
    ...extras
  } = problem
  if (code === 'usage') return { problem: { code: 'invalid_input', extras } }
  if (typeof code !== 'string' || exit !== exitOf(status, code)) throw new Error(`exit code ${exit}: ${talk}`)
  return { problem: { code, status, extras } }
}
