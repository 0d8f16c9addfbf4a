// The client library as others use it: its documented examples run and have types, and a lost answer happens once.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { closeConnections } from '../support/http.ts'
import type { Company } from '../support/people.ts'
import { startProduct } from '../support/product.ts'
import { fromRoot, projectRoot } from '../support/project-root.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)
const guide = await readFile(fromRoot('docs/guides/client-library.md'), 'utf8')
const examples = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)

let service: Running
let company: Company
/** Inside the project, so that `recto/client` is found by the package's own name. */
let folder: string
before(async () => {
  const started = await startService()
  if (isSkip(started)) throw new Error(started.skip)
  service = started
  company = await service.organization()
  await mkdir(join(projectRoot, '.cache'), { recursive: true })
  folder = await mkdtemp(join(projectRoot, '.cache', 'client-'))
})
after(async () => {
  closeConnections()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Library {
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer it asserts
  createClient(settings: { url: string; key?: string }): Record<string, (...words: unknown[]) => Promise<any>>
  RectoProblem: new () => Error & { code: string }
  Unreachable: new () => Error
}

const library = (): Promise<Library> => import(fromRoot('dist/client/index.js'))

describe('the documented examples', () => {
  for (const [at, text] of examples.entries())
    test(`example ${at + 1} runs to its end`, async () => {
      await writeFile(join(folder, `example-${at}.mjs`), text)
      const env = { ...process.env, RECTO_URL: service.url, RECTO_API_KEY: company.owner.key }
      const { stdout } = await run(process.execPath, [`example-${at}.mjs`], { cwd: folder, env })
      assert.notEqual(stdout, '')
    })

  test('all of them have types, and a mistake in one is found', async () => {
    const texts = examples.map(text => text.replaceAll('process.env.RECTO_URL', "'http://localhost'"))
    for (const [at, text] of texts.entries()) await writeFile(join(folder, `typed-${at}.mts`), text)
    const wrong =
      "import { createClient } from 'recto/client'\ncreateClient({ url: 'x' }).update({ idd: 'x' })\n"
    await writeFile(join(folder, 'wrong.mts'), wrong)
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      'node',
    ]
    const check = (names: string[]) =>
      run(fromRoot('node_modules/.bin/tsc'), [...options, ...names], { cwd: folder })
    await check(texts.map((_, at) => `typed-${at}.mts`))
    await assert.rejects(check(['wrong.mts']), ({ stdout }: { stdout: string }) =>
      /'idd' does not exist/.test(stdout),
    )
  })
})

test('a refusal has its code, and a server that is not there says so', async () => {
  const { createClient, RectoProblem, Unreachable } = await library()
  await assert.rejects(createClient({ url: service.url }).me!(), (error: Error & { code: string }) => {
    assert.ok(error instanceof RectoProblem)
    return error.code === 'unauthorized'
  })
  await assert.rejects(
    createClient({ url: 'http://127.0.0.1:9' }).me!(),
    error => error instanceof Unreachable,
  )
})

test('a publish whose answer was lost happens once, and one that must wait is tried again', async t => {
  const { createClient } = await library()
  let lost = 0
  let held = 0
  const proxy = createServer((asked, answer) => {
    if (asked.url === '/v1/me' && held++ === 0)
      return void answer.writeHead(503, { 'Retry-After': '0' }).end('{"code":"overloaded","detail":"Later."}')
    const on = request(
      service.url + asked.url,
      { method: asked.method, headers: { ...asked.headers, host: new URL(service.url).host } },
      told => {
        if (asked.method === 'POST' && lost++ === 0)
          return void told.resume().on('end', () => answer.destroy())
        answer.writeHead(told.statusCode!, told.headers)
        told.pipe(answer)
      },
    )
    asked.pipe(on)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => proxy.once('listening', resolve))
  const { port } = proxy.address() as AddressInfo
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const client = createClient({ url: `http://127.0.0.1:${port}`, key: company.owner.key })
  const before = (await client.list!({ count: true })).totalCount
  const page = await client.publish!({}, { file: { name: 'a.md', content: '# Once' } })
  assert.equal(page.version, 1)
  assert.equal((await client.list!({ count: true })).totalCount, before + 1)
  assert.equal(lost, 2)
  assert.ok((await client.me!()).person)
  assert.equal(held, 2)
})

test('who follows events outlives a restart behind a proxy, and misses nothing and hears nothing twice', async t => {
  const { createClient } = await library()
  const data = await mkdtemp(join(tmpdir(), 'recto-client-'))
  t.after(() => rm(data, { recursive: true, force: true }))
  const first = await startProduct({ data })
  let target: string | null = first.url
  let away = 0
  const proxy = createServer((asked, answer) => {
    const fail = () => {
      away++
      answer.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway')
    }
    if (target === null) return fail()
    const headers = { ...asked.headers, host: new URL(target).host }
    const on = request(target + asked.url, { method: asked.method, headers }, told => {
      answer.writeHead(told.statusCode!, told.headers)
      told.on('error', () => answer.destroy()).pipe(answer)
    })
    on.on('error', () => (answer.headersSent ? answer.destroy() : fail()))
    asked.pipe(on)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => proxy.once('listening', resolve))
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  const client = createClient({ url: `http://127.0.0.1:${port}`, key: first.key })
  const published = async (url: string, name: string) =>
    (
      await createClient({ url, key: first.key }).publish!(
        { name },
        { file: { name: 'a.md', content: '# A' } },
      )
    ).shortId
  const over = new AbortController()
  const heard: string[] = []
  const following = (async () => {
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer it asserts
    const events = client.follow!({ signal: over.signal }) as unknown as AsyncIterable<any>
    for await (const { type, artifact } of events) if (type === 'artifact.published') heard.push(artifact)
  })()
  const before = await published(first.url, 'Before')
  await until('the first page is heard of', () => heard.length === 1)
  target = null
  await first.stop()
  await until('the client asks while nothing is there', () => away > 0)
  const second = await startProduct({ data, credentials: first })
  try {
    const meanwhile = await published(second.url, 'Meanwhile')
    target = second.url
    await until('the second page is heard of', () => heard.length === 2)
    const later = await published(second.url, 'Later')
    await until('the third page is heard of', () => heard.length === 3)
    assert.deepEqual(heard, [before, meanwhile, later])
  } finally {
    over.abort()
    await published(second.url, 'Ends the wait')
    await following
    await second.stop()
  }
})
