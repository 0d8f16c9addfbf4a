// Publishes, opens, updates, races and reads back real files on a real server, and reports what was seen.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startProduct } from '../test/support/product.ts'
import { content, type Made, openapiOf, publish, remove, type Server, update, versionsOf } from './client.ts'
import { type Looked, look } from './look.ts'
import { gather, kindOf, type Material, placeOf } from './material.ts'
import { Report } from './report.ts'

interface Stage extends Server {
  /** The owner's session for the browser; without it the pages looked at are public. */
  cookie: string | null
  end(): Promise<void>
}

interface Published {
  material: Material
  made: Made
}

const { values } = parseArgs({ options: { url: { type: 'string' }, keep: { type: 'boolean' } } })
const WRITERS = 8
const TURNS = 5
const AT_ONCE = 12
const addition = Buffer.from('\n<!-- brought up to date -->\n')

const stage = await openStage()
const report = new Report(stage.url)
try {
  const materials = await report.step('files gathered', async () => gather(await openapiOf(stage)))
  const published = await publishAll(materials)
  report.published(
    published.map(({ material, made }) => ({ ...material, kind: kindOf(material), url: made.url })),
  )
  await lookAtSome(published)
  await updateAll(published)
  const raced = await race()
  await readAll(published)
  if (values.url && !values.keep)
    await report.step('taken away again', () =>
      each([...published, raced], ({ made }) => remove(stage, made.shortId)),
    )
} finally {
  await stage.end()
}
report.print()
process.exitCode = report.failures === 0 ? 0 : 1

/** A server of our own in a temporary folder, or the one that was named. */
async function openStage(): Promise<Stage> {
  if (values.url === undefined) {
    const product = await startProduct({ host: 'localhost' })
    return {
      url: product.url,
      key: product.key,
      cookie: product.cookie,
      end: async () => void (await product.stop()),
    }
  }
  const key = process.env.RECTO_API_KEY
  if (!key) throw new Error('Set RECTO_API_KEY to a key of the server named by --url.')
  return { url: values.url.replace(/\/$/, ''), key, cookie: null, end: async () => undefined }
}

/** Runs the work for all, some at once; answers in the same order. */
async function each<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(all.length)
  let next = 0
  const one = async () => {
    for (let index = next++; index < all.length; index = next++)
      results[index] = await work(all[index]!, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return results
}

async function publishAll(materials: readonly Material[]): Promise<Published[]> {
  const sample = new Set(sampleOf(materials))
  return report.transfer('published', materials, () =>
    each(materials, async material => {
      const fields: Record<string, string> =
        !stage.cookie && sample.has(material) ? { visibility: 'public' } : {}
      return { material, made: await publish(stage, material.filename, material.bytes, fields) }
    }),
  )
}

/** Some of each kind: package texts, reports, the API, and the page of 10 MB. */
function sampleOf(materials: readonly Material[]): Material[] {
  const markdown = materials.filter(({ filename }) => !filename.endsWith('.html'))
  const html = materials.filter(
    ({ filename, origin }) => filename.endsWith('.html') && !origin.startsWith('grown'),
  )
  const spread = (all: readonly Material[], count: number) =>
    all.filter((_, index) => index % Math.max(1, Math.floor(all.length / count)) === 0).slice(0, count)
  const large = materials.filter(({ filename }) => filename === 'grown-10.html')
  return [...spread(markdown, 8), ...spread(html, 4), ...html.slice(-1), ...large]
}

async function lookAtSome(published: readonly Published[]): Promise<void> {
  const sample = sampleOf(published.map(({ material }) => material))
  const pages = published
    .filter(({ material }) => sample.includes(material))
    .map(({ material, made }) => ({ material, address: `${stage.url}/${made.shortId}` }))
  const [name = '', value = ''] = stage.cookie?.split('=') ?? []
  const cookie = stage.cookie ? { name, value, url: stage.url } : null
  const looked = await report.step('opened in Chromium', () => look(pages, cookie), `${pages.length} pages`)
  if (typeof looked === 'string') report.note(`not opened in a browser: ${looked}`)
  else for (const one of looked) judge(one)
}

function judge({ material, seen, milliseconds }: Looked): void {
  const line = `${Math.round(seen * 1000) / 10} % of the lines seen in the frame, ${Math.round(milliseconds)} ms: ${placeOf(material)}`
  if (seen >= 0.95) report.note(line)
  else report.fail(line)
}

async function updateAll(published: readonly Published[]): Promise<void> {
  const next = published.map(({ material }) => ({
    ...material,
    bytes: Buffer.concat([material.bytes, addition]),
  }))
  await report.transfer('updated', next, () =>
    each(published, async (one, index) => {
      const made = await update(stage, one.made, one.material.filename, next[index]!.bytes)
      if (made?.version !== 2) report.fail(`the update of ${placeOf(one.material)} did not become version 2`)
    }),
  )
}

/** Each writer adds its own lines to one page, beginning anew whenever somebody else was first. */
async function race(): Promise<{ made: Made }> {
  const made = await publish(stage, 'race.md', Buffer.from('# A page that many write\n'))
  let conflicts = 0
  const mark = randomUUID()
  const writer = async (number: number) => {
    for (let turn = 0; turn < TURNS; ) {
      const { bytes, version } = await content(stage, made.shortId)
      const text = Buffer.concat([bytes, Buffer.from(`- ${mark} ${number}.${turn}\n`)])
      if (await update(stage, { ...made, version }, 'race.md', text)) turn += 1
      else conflicts += 1
    }
  }
  await report.step(
    'raced',
    () => Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number))),
    `${WRITERS} writers, ${TURNS} changes each`,
  )
  const { bytes } = await content(stage, made.shortId)
  const lines = bytes.toString('utf8').split(mark).length - 1
  const versions = await versionsOf(stage, made.shortId)
  const said = `${lines} of ${WRITERS * TURNS} changes are on the page, version ${versions}, ${conflicts} times somebody else was first`
  if (lines === WRITERS * TURNS && versions === WRITERS * TURNS + 1) report.note(said)
  else report.fail(said)
  return { made }
}

async function readAll(published: readonly Published[]): Promise<void> {
  const both = published.flatMap(one => [
    { ...one, version: 1, bytes: one.material.bytes },
    { ...one, version: 2, bytes: Buffer.concat([one.material.bytes, addition]) },
  ])
  let wrong = 0
  await report.transfer('read back', both, () =>
    each(both, async ({ made, version, bytes }) => {
      const found = await content(stage, made.shortId, version)
      if (!found.bytes.equals(bytes)) wrong += 1
    }),
  )
  if (wrong > 0) report.fail(`${wrong} versions came back with other bytes`)
  else report.note(`all ${both.length} versions came back with their exact bytes`)
}
