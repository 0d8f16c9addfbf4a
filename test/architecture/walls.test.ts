// Holds the walls of the house: which folder may import which, and what may be said only in one place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Import, type Source, sourcesBelow } from './sources.ts'

const sources = sourcesBelow('src')
const ports = ['src/storage/records.ts', 'src/storage/blobs.ts', 'src/storage/checked-reader.ts']
const policy = 'src/domain/policy.ts'

interface Wall {
  /** Files and folders of src/ that may be imported, beside the folder itself. */
  may: string[]
  /** Of these only the types. */
  mayTypes?: string[]
  /** Packages that may be imported; without the list any may. */
  packages?: string[]
}

/** The longest key that fits a file holds for it. A file that fits none breaks the first test. */
const walls: Record<string, Wall> = {
  'src/main.ts': { may: ['src'] },
  'src/serve.ts': { may: ['src/settings.ts', 'src/cluster/'], packages: ['node:'] },
  'src/cluster/': {
    may: [
      'src/main.ts',
      'src/event-loop-guard.ts',
      'src/log.ts',
      'src/metrics.ts',
      'src/nodes/installation.ts',
    ],
    mayTypes: ['src/settings.ts'],
    packages: ['node:'],
  },
  'src/background-jobs.ts': { may: ['src'] },
  'src/settings.ts': { may: ['src/domain', 'src/setting-values.ts'] },
  'src/setting-values.ts': { may: ['src/domain'], packages: ['node:'] },
  'src/secret.ts': { may: [] },
  'src/crypto.ts': { may: ['src/domain/artifact.ts'], packages: ['node:'] },
  'src/outbound.ts': { may: ['src/public-lookup.ts'], packages: ['node:'] },
  'src/server-status.ts': {
    may: ['src/operations/', 'src/program-files.ts'],
    mayTypes: ['src/background-jobs.ts', 'src/metrics.ts', 'src/nodes/', 'src/settings.ts'],
  },
  'src/tracing/': {
    may: ['src/domain/problem.ts'],
    mayTypes: [...ports, 'src/surfaces/http/request-log.ts'],
    packages: ['node:', '@opentelemetry/'],
  },
  'src/program-files.ts': { may: [], packages: ['node:'] },
  'src/child-program.ts': { may: [], packages: ['node:'] },
  'src/public-lookup.ts': { may: [], packages: ['node:'] },
  'src/log.ts': { may: [], mayTypes: ['src/surfaces/http/site.ts'] },
  'src/metrics.ts': {
    may: [],
    mayTypes: ['src/surfaces/http/request-log.ts'],
    packages: ['node:', 'prom-client'],
  },
  'src/event-loop-guard.ts': { may: ['src/program-files.ts'], packages: ['node:'] },
  'src/event-loop-guard-thread.ts': { may: [], packages: ['node:'] },
  'src/nodes/': { may: ['src/crypto.ts'], mayTypes: ['src/domain/', ...ports], packages: ['node:'] },
  'src/domain/': { may: [], packages: [] },
  'src/content/': { may: ['src/domain/', 'src/program-files.ts', 'src/child-program.ts'] },
  'src/operations/': { may: ['src/domain/', 'src/content/', 'src/crypto.ts'], mayTypes: ports },
  'src/storage/': { may: ['src/domain/', 'src/program-files.ts', 'src/child-program.ts'] },
  'src/auth/': {
    may: ['src/domain/', 'src/operations/', 'src/outbound.ts', 'src/crypto.ts'],
    mayTypes: [...ports, 'src/settings.ts'],
  },
  'src/jobs/': {
    may: ['src/domain/', 'src/operations/', 'src/content/escape.ts', 'src/outbound.ts', 'src/crypto.ts'],
    mayTypes: [...ports, 'src/settings.ts'],
  },
  'src/surfaces/': {
    may: [
      'src/domain/',
      'src/operations/',
      'src/auth/',
      'src/content/',
      'src/crypto.ts',
      'src/program-files.ts',
    ],
    mayTypes: ['src/storage/blobs.ts', 'src/settings.ts'],
  },
  // The command line and the client library share this, without packages.
  'src/surfaces/client/': { may: ['src/surfaces/rest/request.ts'], packages: ['node:'] },
  // The shipped command line is one file without packages; only its manifest, made at build time, sees the operations.
  'src/surfaces/cli/': {
    may: [
      'src/surfaces/client/',
      'src/surfaces/rest/request.ts',
      'src/content/html/begins-as-html.ts',
      'src/domain/agent-skill.ts',
      'src/domain/artifact-address.ts',
      'src/domain/author-words.ts',
      'src/domain/plain-text.ts',
      'src/surfaces/nearest-word.ts',
    ],
    packages: ['node:', 'fastest-levenshtein'],
  },
  // Files of their own, loaded by the few commands that need them.
  'src/surfaces/cli/on-demand/': { may: ['src/surfaces/cli/'] },
  'src/surfaces/cli/command-line/manifest.ts': {
    may: [
      'src/surfaces/cli/',
      'src/surfaces/rest/',
      'src/surfaces/http/',
      'src/operations/',
      'src/settings.ts',
    ],
  },
  'src/backup/': { may: ['src/domain/'], mayTypes: ['src/storage/'], packages: ['node:', 'age-encryption'] },
  'src/admin/': {
    may: [
      'src/domain/',
      'src/operations/',
      'src/storage/',
      'src/backup/',
      'src/settings.ts',
      'src/secret.ts',
    ],
  },
}

const wallOf = (path: string) =>
  Object.keys(walls)
    .filter(key => path.startsWith(key))
    .sort((a, b) => b.length - a.length)[0]

const within = (places: string[] = [], path: string) => places.some(place => path.startsWith(place))

function passes(key: string, { to, typesOnly }: Import): boolean {
  const { may, mayTypes, packages } = walls[key]!
  if (!to.startsWith('src/')) return packages === undefined || within(packages, to)
  return to.startsWith(key) || within(may, to) || (typesOnly && within(mayTypes, to))
}

test('every file stands in a folder whose walls are written down', () => {
  assert.deepEqual(
    sources.map(({ path }) => path).filter(path => !wallOf(path)),
    [],
  )
})

test('imports run one way: domain, then operations, then surfaces; storage and auth beside them', () => {
  const broken = sources.flatMap(({ path, imports }) => {
    const key = wallOf(path)
    return key ? imports.filter(each => !passes(key, each)).map(({ to }) => `${path} imports ${to}`) : []
  })
  assert.deepEqual(broken, [])
})

/** Packages that belong behind one wall, whatever their folder may import. */
const homes: [packages: RegExp, home: RegExp][] = [
  [/^(kysely|pg|node:sqlite)(\/|$)/, /^src\/storage\/sql\//],
  [/^@aws-sdk\//, /^src\/storage\/s3/],
  [/^@modelcontextprotocol\//, /^src\/surfaces\/(mcp|cli\/on-demand)\//],
  [/^(markdown-it|shiki|temml)/, /^src\/content\//],
  [/^nodemailer$/, /^src\/jobs\//],
  [/^age-encryption$/, /^src\/backup\//],
  [/^prom-client$/, /^src\/metrics\.ts$/],
  [/^@opentelemetry\//, /^src\/tracing\//],
  [/^(openid-client|jose)$/, /^src\/(auth|surfaces\/cli\/on-demand)\//],
  [/^oidc-provider$/, /^src\/auth\/oauth\//],
]

test('a package that does one job is imported by one folder', () => {
  const strays = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ to }) => homes.some(([packages, home]) => packages.test(to) && !home.test(path)))
      .map(({ to }) => `${path} imports ${to}`),
  )
  assert.deepEqual(strays, [])
})

test('secrets are made, compared and encrypted in one module', () => {
  const primitives =
    /\b(createHmac|createCipheriv|createDecipheriv|hkdf(Sync)?|timingSafeEqual|scrypt(Sync)?)\b/
  const strays = sources.filter(({ path, text }) => path !== 'src/crypto.ts' && primitives.test(text))
  assert.deepEqual(
    strays.map(({ path }) => path),
    [],
  )
})

/** Packages that read whole pages, which processes of their own do, or serve a setting that may not be set. */
const loadedLate =
  /^(parse5|shiki|temml|hast-util-[\w-]+|@aws-sdk\/[\w-]+|nodemailer|pg|age-encryption|jose|openid-client|oidc-provider|prom-client|@(modelcontextprotocol|opentelemetry)\/[\w-]+)(\/|$)/

/** The files that the server's own process loads; with `late` also those that it loads when they are asked for. */
function loadedByServer({ late }: { late: boolean }): Source[] {
  const loaded = sources.filter(({ path }) => path === 'src/main.ts')
  for (const { imports } of loaded)
    for (const each of imports) {
      const next = sources.find(({ path }) => path === each.to)
      if (next && !each.typesOnly && (late || !each.late) && !loaded.includes(next)) loaded.push(next)
    }
  assert.ok(loaded.length > 100, `${loaded.length} files`)
  return loaded
}

test('the server loads at its start nothing that reads whole pages, or that only some settings need', () => {
  const early = loadedByServer({ late: false }).flatMap(({ path, imports }) =>
    imports
      .filter(({ to, typesOnly, late }) => !typesOnly && !late && loadedLate.test(to))
      .map(({ to }) => `${path} imports ${to}`),
  )
  assert.deepEqual(early, [])
})

/**
 * No byte of a published file is parsed, matched or compared in the main process: it streams, counts, hashes, checks UTF-8
 * and hands over. This is all of `src/content/` that it may load, and why.
 */
const inMainProcess: Record<string, string> = {
  'anchors/anchor-calls.ts': 'hands over',
  'worker-calls.ts': 'hands over',
  'text/description-batches.ts': 'hands over',
  'render/file-source.ts': 'hands over',
  'text/readable.ts': 'hands over',
  'render/renderer.ts': 'hands over, and keeps what comes back',
  'render/fair-schedule.ts': 'says whose work is next',
  'render/worker-process.ts': 'starts and ends a process that does the work',
  'render/workers.ts': 'starts and ends the processes that do the work',
  'render/build.ts': 'the number of the renderer',
  'escape.ts': 'escapes',
  'render/escaped-page.ts': 'escapes a file that was not rendered',
  'render/page.ts': 'puts our own markup around it',
  'render/cut-pages.ts': 'remembers which these are',
  'text/kept-texts.ts': 'keeps what came back',
  'render/page-cache.ts': 'keeps what came back',
  'text/text-slice.ts': 'counts characters',
  'html/check-file.ts': 'counts bytes, checks UTF-8, knows archives by their first bytes',
  'html/format.ts': 'judges the name of a file',
  'anchors/element-path.ts': 'reads paths that callers give, not files',
  'markdown/cjk-emphasis.ts': 'emphasis of comments',
  'markdown/comment-markdown.ts': 'comments, which have at most 10,000 characters',
  'markdown/comment-tree.ts': 'comments',
  'markdown/task-list.ts': 'comments',
  'markdown/www-links.ts': 'comments',
  'render/themes/base.ts': 'our own styles',
  'render/themes/github.ts': 'our own styles',
  'render/themes/paper.ts': 'our own styles',
  'render/themes/plain.ts': 'our own styles',
  'render/themes/terminal.ts': 'our own styles',
  'render/themes/themes.ts': 'our own styles',
}

test('the main process loads nothing that parses, matches or compares published files', () => {
  const folder = 'src/content/'
  const all = loadedByServer({ late: true })
  const loaded = all.filter(({ path }) => path.startsWith(folder))
  assert.deepEqual(
    loaded.map(({ path }) => path.slice(folder.length)).sort(),
    Object.keys(inMainProcess).sort(),
  )
  assert.ok(!all.some(({ path }) => path === 'src/storage/sql/sqlite/index-portion.ts'))
})

/** Names that the main process may take from the files that find passages in texts: the words of their answers. */
const unmatching = new Set([
  ...['Anchor', 'AnchorState', 'AnchorStateName', 'ShownState', 'shownStates', 'PLACING'],
  ...['NOWHERE', 'placeInText', 'isTextAnchor', 'isOutsideFile', 'bareQuote'],
])

test('the main process takes nothing from the domain that finds a passage in a text', () => {
  const matching = /^src\/domain\/(anchor|copied-passage|paragraphs|phrase)\.ts$/
  const taken = loadedByServer({ late: true }).flatMap(({ path, imports }) =>
    imports
      .filter(({ to, typesOnly }) => matching.test(to) && !matching.test(path) && !typesOnly)
      .flatMap(({ names }) => names.filter(name => !unmatching.has(name)))
      .map(name => `${path} takes ${name}`),
  )
  assert.deepEqual(taken, [])
})

const saysSql = /\b(select\s[\s\S]+?\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/i

const says = (pattern: RegExp, outside: (path: string) => boolean) =>
  sources
    .filter(({ path }) => outside(path))
    .flatMap(({ path, strings }) =>
      strings.filter(({ text }) => pattern.test(text)).map(({ line }) => `${path}:${line}`),
    )

test('SQL is said only in storage/sql', () => {
  assert.deepEqual(
    says(saysSql, path => !path.startsWith('src/storage/sql/')),
    [],
  )
})

test('which database it is, is asked only in the files of the two dialects and where an address is opened', () => {
  const mayAsk = /^src\/(settings\.ts|storage\/open\.ts|storage\/sql\/(sqlite|postgres)\/[^/]*\.ts)$/
  assert.deepEqual(
    says(/^(postgres|postgresql|sqlite)(:|$)/, path => !mayAsk.test(path)),
    [],
  )
})

test('only perform, and the admission before it, ask policy to decide', () => {
  const callers = sources.filter(({ imports, text }) =>
    imports.some(
      ({ to, names }) =>
        to === policy && (names.includes('decide') || (names.includes('*') && /\.decide\(/.test(text))),
    ),
  )
  assert.deepEqual(
    callers.map(({ path }) => path),
    ['src/operations/kernel/authorize.ts', 'src/operations/kernel/perform.ts'],
  )
})

/** Names that a surface may take from the files that judge: words for its own answers, never a judgement on an artifact. */
const unjudging: Record<string, readonly string[]> = {
  [policy]: ['unauthorized', 'requireCredential'],
  'src/domain/artifact-rights.ts': ['ArtifactRight', 'CommentRight'],
  'src/operations/kernel/authorize.ts': ['needsSession', 'scopesOf', 'mayCall'],
}

test('perform is the only door of the surfaces: none of them reaches the records or judges', () => {
  const surfaces = sources.filter(({ path }) => path.startsWith('src/surfaces/'))
  const judging = surfaces.flatMap(({ path, imports }) =>
    imports.flatMap(({ to, names }) =>
      names
        .filter(name => unjudging[to] && !unjudging[to].includes(name))
        .map(name => `${path} takes ${name}`),
    ),
  )
  const reaching = surfaces.filter(({ text }) => /\.records\b|\{[^{}\n]*\brecords\b[^{}\n]*\} = /.test(text))
  assert.deepEqual([...judging, ...reaching.map(({ path }) => `${path} reaches the records`)], [])
})

/** Folders whose rooms stand beside each other. */
const houses = ['src/operations/', 'src/content/', 'src/storage/sql/', 'src/surfaces/web/']

const roomOf = (path: string) => {
  const house = houses.find(each => path.startsWith(each)) ?? ''
  const [room, ...file] = path.slice(house.length).split('/')
  return house && file.length > 0 ? house + room : ''
}

test('no two rooms of one house import each other both ways', () => {
  const ways = new Set<string>()
  for (const { path, imports } of sources)
    for (const { to } of imports)
      if (roomOf(path) && roomOf(to)) ways.add(`${roomOf(path)} and ${roomOf(to)}`)
  const back = (way: string) => way.split(' and ').reverse().join(' and ')
  const both = [...ways].filter(way => way < back(way) && ways.has(back(way)))
  assert.ok(ways.size > 20, `${ways.size} ways`)
  assert.deepEqual(both, [])
})

test('no file imports itself by way of others; below the pages not even types do', () => {
  assert.deepEqual(circles(sources, false), [])
  const below = sources.filter(({ path }) => !path.startsWith('src/surfaces/web/'))
  assert.deepEqual(circles(below, true), [])
})

/** Each circle once, as a path that ends where it began. Imports of types alone are gone when the program runs. */
function circles(files: Source[], alsoTypes: boolean): string[] {
  const next = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(each => alsoTypes || !each.typesOnly).map(({ to }) => to),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    if (done.has(path)) return
    done.add(path)
    for (const to of next.get(path) ?? []) visit(to, [...trail, path])
  }
  for (const { path } of files) visit(path, [])
  return found
}
