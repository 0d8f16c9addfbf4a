// Packed and installed from the tarball, the server and the command line work without the repository, the latter on Node 20 too.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { examplesOf, themes } from '../../../src/surfaces/cli/command-line/themes.ts'
import { ensureBinary } from '../../support/binary.ts'
import { isSkip } from '../../support/skip.ts'
import { ends, install, olderNode, type Served, serve } from './installed.ts'

let folder: string
let program: string
let files: string[]
let older: string
let served: Served

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-packed-'))
  ;({ program, files } = await install(folder))
  older = await olderNode(folder)
  served = await serve(program, folder)
})
after(async () => {
  await served?.stop()
  await rm(folder, { recursive: true, force: true })
})

const recto = (node: string, words: string[], env: Record<string, string> = {}, stdin = '') =>
  ends(node, [program, ...words], {
    cwd: folder,
    env: { RECTO_URL: served.url, RECTO_API_KEY: served.key, ...env },
    stdin,
  })

test('the tarball holds what is built and nothing else', () => {
  const strays = files.filter(path => !/^(dist\/|package\.json$|README\.md$|LICENSE$)/.test(path))
  assert.deepEqual(strays, [])
  assert.deepEqual(
    files.filter(path => /(?<!\.d)\.tsx?$/.test(path)),
    [],
  )
})

test('the command line is one file that needs no package', async () => {
  const text = await readFile(join(folder, 'node_modules/recto/dist/cli/recto.js'), 'utf8')
  const imported = [...text.matchAll(/(?<!admin )(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
    match => match[1]!,
  )
  assert.deepEqual(
    imported.filter(name => !name.startsWith('node:')),
    [],
  )
})

for (const [name, node] of [
  ['this Node', () => process.execPath],
  ['Node before 24', () => older],
] as const) {
  test(`recto publish, get and an update work on ${name}`, async () => {
    const file = `page-${name.length}.html`
    await writeFile(join(folder, file), '<title>Packed</title><p>One')
    const published = await recto(node(), ['publish', file])
    assert.deepEqual([published.code, published.stderr], [0, ''])
    const { shortId, url } = JSON.parse(published.stdout)
    assert.equal(url, `${served.url}/${shortId}`)
    await writeFile(join(folder, file), '<title>Packed</title><p>Two')
    const updated = await recto(node(), ['publish', file, '--id', shortId])
    assert.equal(JSON.parse(updated.stdout).version, 2)
    const bytes = await recto(node(), ['get', shortId, '-o', '-'])
    assert.equal(bytes.stdout, '<title>Packed</title><p>Two')
    const list = await recto(node(), ['list', '--no-json'])
    assert.match(list.stdout, /Packed/)
    const refused = await recto(node(), ['publish', file, '--id', shortId, '--base-version', '1'])
    assert.deepEqual(
      [refused.code, refused.stdout, JSON.parse(refused.stderr).code],
      [5, '', 'version_conflict'],
    )
  })

  test(`recto reads stdin, prints its version and its help on ${name}`, async () => {
    const piped = await recto(node(), ['publish', '-', '--format', 'markdown'], {}, '# Piped\n')
    assert.equal(JSON.parse(piped.stdout).name, 'Piped')
    const version = await recto(node(), ['--version'])
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
    assert.match((await recto(node(), ['help'])).stdout, /recto <command> --help/)
    const nobody = await recto(node(), ['publish', '-', '--format', 'markdown'], { RECTO_API_KEY: '' })
    assert.equal(nobody.code, 3)
  })
}

test('serve and admin on Node before 24 say what they need', async () => {
  for (const words of [['serve'], ['admin', 'verify']]) {
    const { code, stderr } = await recto(older, words)
    assert.equal(code, 2)
    assert.match(JSON.parse(stderr).detail, /needs Node 24 or later, and this is Node 2\d/)
  }
})

test('the package carries the documentation, and serves it', async () => {
  for (const name of ['pages/start.html', 'pages/problems/not_found.html', 'files/share.png', 'search.json'])
    assert.ok(files.includes(`dist/docs/${name}`), name)
  const answer = await fetch(`${served.url}/docs/start`)
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /<h1[^>]*>Start in five minutes/)
})

test('the package draws the picture of a page, with the face and the renderer that it was installed with', async () => {
  const published = await recto(process.execPath, ['publish', '-', '--public'], {}, '# Drawn')
  const answer = await fetch(`${served.url}/${JSON.parse(published.stdout).shortId}/picture.png`)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
})

test('serve says all mistakes in its settings at once, and that its port is taken', async () => {
  const wrong = await recto(process.execPath, ['serve'], {
    RECTO_SIGN_UP: 'maybe',
    PORT: 'many',
    RECTO_URL: '',
    RECTO_CONTENT_URL: 'http://{label}.pages.example/path',
    DATABASE_URL: 'mysql://localhost/recto',
  })
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /^PORT: "many" must be a whole number/m)
  assert.match(wrong.stderr, /^RECTO_SIGN_UP: "maybe" must be one of open, invited$/m)
  assert.match(wrong.stderr, /^RECTO_CONTENT_URL: must be an origin alone/m)
  assert.match(wrong.stderr, /^DATABASE_URL: must look like sqlite:/m)
  const { port } = new URL(served.url)
  const taken = await recto(process.execPath, ['serve'], { PORT: port, RECTO_DATA: join(folder, 'other') })
  assert.equal(taken.code, 1)
  assert.match(JSON.parse(taken.stderr).detail, /another program listens .* Set PORT to a free one/i)
})

test('the examples of recto serve and recto admin do what they say', async () => {
  const published = await recto(process.execPath, ['publish', '-'], {}, '# To be hidden')
  const { shortId } = JSON.parse(published.stdout)
  const bin = join(folder, 'node_modules/.bin')
  const env = {
    RECTO_URL: served.url,
    PATH: `${bin}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  }
  const lines = themes
    .flatMap(({ commands }) => Object.entries(commands))
    .filter(([name]) => name.startsWith('admin '))
  for (const example of lines.flatMap(([, examples]) => examples)) {
    const { code, stderr } = await ends('sh', ['-c', example.replace('SHORT_ID', shortId)], {
      cwd: folder,
      env,
    })
    // Nobody here has a second factor that could be reset.
    if (example.includes('reset-second-factor')) assert.match(stderr, /olga@example.com has no second factor/)
    // Here everything is in its place already.
    else if (/admin (restore|import)/.test(example)) assert.match(stderr, /empty|in use|already/, example)
    else assert.deepEqual([code, stderr], [0, ''], example)
  }
  assert.equal((await recto(process.execPath, ['admin', 'plan', 'My organization', 'enterprise'])).code, 0)
  assert.deepEqual(examplesOf('serve'), ['PORT=8080 recto serve'], 'the way this file starts it')
})

test('the manual page names every command, and groff has nothing to complain of', async t => {
  const path = join(folder, 'node_modules/recto/dist/cli/recto.1')
  const page = await readFile(path, 'utf8')
  for (const name of themes.flatMap(({ commands }) => Object.keys(commands)))
    assert.ok(page.includes(`\n.B recto ${name.replaceAll('-', '\\-')}`), name)
  const groff = await ensureBinary(['groff'], 'groff-base')
  if (isSkip(groff)) return t.skip(groff.skip)
  const { code, stdout, stderr } = await ends(groff.path, ['-man', '-Tutf8', '-ww', path], {
    cwd: folder,
    env: groff.env,
  })
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /--public-preview/)
})

test('recto admin works beside the running server, and sees what is lost', async () => {
  const published = await recto(
    process.execPath,
    ['publish', '-', '--format', 'html'],
    {},
    '<p>To be damaged',
  )
  const { shortId } = JSON.parse(published.stdout)
  const clean = await recto(process.execPath, ['admin', 'verify'])
  const { findings, orphans } = JSON.parse(clean.stdout)
  assert.deepEqual([clean.code, findings, orphans], [0, [], 0])
  const left = join(folder, 'data/blobs/01/23')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, `0123${'4'.repeat(28)}`), 'Nothing names this.')
  const beside = await recto(process.execPath, ['admin', 'verify', '--no-json'])
  assert.match(beside.stdout, /^All is there: .*\nFiles that nothing names: 1\. .*\n$/)
  const plan = await recto(process.execPath, ['admin', 'plan', 'My organization', 'pro', '--no-json'])
  assert.deepEqual([plan.code, plan.stdout], [0, 'My organization moved from enterprise to pro.\n'])
  const whoami = await recto(process.execPath, ['whoami'])
  assert.equal(JSON.parse(whoami.stdout).organization.plan, 'pro')
  assert.equal((await recto(process.execPath, ['admin', 'plan', 'Nobody', 'pro'])).code, 4)
  assert.equal((await recto(process.execPath, ['admin', 'plan', 'My organization', 'gold'])).code, 2)
  await flipIn(join(folder, 'data/blobs'), '<p>To be damaged')
  const damaged = await recto(process.execPath, ['admin', 'verify'])
  assert.equal(damaged.code, 1)
  assert.deepEqual(
    JSON.parse(damaged.stdout).findings.map((found: { shortId: string }) => found.shortId),
    [shortId],
  )
  const nowhere = await recto(process.execPath, ['admin', 'verify'], { RECTO_DATA: join(folder, 'nowhere') })
  assert.equal(nowhere.code, 2)
  assert.match(JSON.parse(nowhere.stderr).detail, /There is no store/)
})

/** Changes one byte of the file that holds exactly this text. */
async function flipIn(place: string, text: string): Promise<void> {
  for (const entry of globSync('**/*', { cwd: place, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || (await readFile(path, 'utf8')) !== text) continue
    return writeFile(path, text.replace('damaged', 'Damaged'))
  }
  throw new Error('no blob holds the text')
}

test('the server stops cleanly when it is told to', async () => {
  assert.equal(await served.stop(), 0)
})
