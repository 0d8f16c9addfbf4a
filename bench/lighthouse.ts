// Lighthouse on a public page and on the dashboard, in the Chromium of the tests: `node --import ./build/typescript.js bench/lighthouse.ts`.
// Its 176 MB are installed into .cache when it runs first, so they weigh on no checkout.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { binary } from '../test/support/browser.ts'
import { multipart, send } from '../test/support/http.ts'
import { fromRoot } from '../test/support/project-root.ts'
import { type Running, startService } from '../test/support/service.ts'
import { isSkip } from '../test/support/skip.ts'

const run = promisify(execFile)

const VERSION = '13.5.0'

/** Scores of 100 that are reached at least. */
const goals = { accessibility: 100, 'best-practices': 100, performance: 95 } as const
type Category = keyof typeof goals

const devices: [where: string, flags: string[]][] = [
  ['desktop', ['--preset=desktop']],
  ['slow phone', []],
]

const folder = fromRoot('.cache/lighthouse')
const program = `${folder}/node_modules/lighthouse/cli/index.js`

const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Results</title>
<h1>Third-quarter results</h1><p>${'Revenue grew by a fifth while costs stood still. '.repeat(40)}`

async function install(): Promise<void> {
  if (existsSync(program)) return
  await mkdir(folder, { recursive: true })
  const asked = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
  await run('npm', [...asked, `lighthouse@${VERSION}`])
}

async function publish(url: string, key: string): Promise<string> {
  const { body, headers } = multipart([
    { name: 'visibility', value: 'public' },
    { name: 'file', value: page, filename: 'results.html' },
  ])
  const sent = { method: 'POST', headers: { ...headers, authorization: `Bearer ${key}` }, body }
  const { status, text, json } = await send(`${url}/v1/artifacts`, sent)
  if (status !== 201) throw new Error(text)
  return json.shortId
}

/** As the person whose cookie it is; without `--preset=desktop` Lighthouse takes the part of a slow phone. */
async function scores(
  address: string,
  cookie: string | null,
  device: readonly string[],
): Promise<Record<Category, number>> {
  const chromium = await binary()
  if (isSkip(chromium)) throw new Error(chromium.skip)
  const report = `${folder}/report.json`
  await run(
    process.execPath,
    [
      program,
      address,
      ...['--quiet', '--output=json', `--output-path=${report}`, ...device],
      `--only-categories=${Object.keys(goals).join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
      ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ cookie })}`]),
    ],
    { env: { ...process.env, ...chromium.env, CHROME_PATH: chromium.path } },
  )
  const { categories, audits, finalDisplayedUrl } = JSON.parse(await readFile(report, 'utf8'))
  await rm(report)
  if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}`)
  for (const id of Object.keys(goals))
    for (const { id: audit, weight } of categories[id].auditRefs)
      if (weight > 0 && (audits[audit].score ?? 1) < 0.9) console.log(`  ${id}: ${audits[audit].title}`)
  return Object.fromEntries(
    Object.keys(goals).map(id => [id, Math.round(categories[id].score * 100)]),
  ) as Record<Category, number>
}

async function measure({ url, organization }: Running): Promise<void> {
  const { owner } = await organization()
  const id = await publish(url, owner.key)
  const pages = [
    ['public page', `${url}/${id}`, null],
    ['dashboard', `${url}/app`, owner.session.cookie],
  ] as const
  for (const [what, address, cookie] of pages)
    for (const [where, device] of devices) {
      const found = await scores(address, cookie, device)
      console.log(`${what}, ${where}`, found)
      if (Object.entries(goals).some(([name, goal]) => found[name as Category] < goal)) process.exitCode = 1
    }
}

await install()
const service = await startService()
if (isSkip(service)) throw new Error(service.skip)
try {
  await measure(service)
} finally {
  await service.stop()
}
