// How fast pages are read: the file with a session, its 304, and the page around it; by many readers of many pages, and by one of one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '../test/support/nginx.ts'
import { startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { pageOf, publish } from './support/content.ts'
import { type Request, readsPerSecond } from './support/load.ts'
import { startPeer } from './support/peer.ts'
import { openReaders } from './support/readers.ts'
import { bestOf } from './support/rounds.ts'
import { count, isQuick, type Row, times } from './support/row.ts'

const SIZE = 30_000
const connections = 64
const seconds = isQuick ? 1 : 3
const rounds = isQuick ? 2 : 6

/** The requests of a round, by reader and page, without the headers that say how a page is read. */
interface Readers {
  /** Such as "64 readers of 64 pages". */
  who: string
  pages: { url: string; cookie: string }[]
}

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const page = pageOf(SIZE)
    const one = [{ cookie: product.cookie, shortId: await publish(product, page) }]
    const many = await openReaders(product, connections, page)
    const measured: Row[] = []
    for (const readers of [many, one]) {
      const pages = readers.map(({ cookie, shortId }) => ({ cookie, url: `${product.url}/${shortId}` }))
      measured.push(...(await rowsOf({ who: whoOf(readers.length), pages })))
    }
    return measured
  } finally {
    await product.stop()
  }
}

const whoOf = (readers: number): string =>
  readers === 1 ? 'one reader of one page' : `${readers} readers of ${readers} pages`

const rowsOf = async (readers: Readers): Promise<Row[]> => [
  await gatedRead(readers),
  await unchanged(readers),
  await pageView(readers),
]

const reads = (requests: readonly Request[]) => () => readsPerSecond({ requests, connections, seconds })

/** A peer is asked as often as there are pages, so that the client works alike for both. */
const sameOf = ({ pages }: Readers, url: string): Request[] => pages.map(() => ({ url }))

async function gatedRead(readers: Readers): Promise<Row> {
  const http = await startPeer('http', SIZE)
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  await writeFile(join(folder, 'page.html'), pageOf(SIZE))
  const nginx = await startNginx({ folder })
  const contents = readers.pages.map(({ url, cookie }) => ({
    url: `${url}/content`,
    headers: { Cookie: cookie },
  }))
  const best = await bestOf(rounds, {
    ours: reads(contents),
    http: reads(sameOf(readers, http.url)),
    nginx: isSkip(nginx) ? async () => 0 : reads(sameOf(readers, `${nginx.url}/page.html`)),
  })
  await http.stop()
  if (!isSkip(nginx)) await nginx.stop()
  await rm(folder, { recursive: true })
  const beside = isSkip(nginx)
    ? `nginx not measured: ${nginx.skip}`
    : `nginx from a file ${count(best.nginx)}/s`
  return ratioRow(
    `gated read of 30 KB, session checked on every request, 64 connections, ${readers.who}`,
    best.ours,
    best.http,
    {
      peer: `Node's http from memory, nothing checked: ${count(best.http)}/s; ${beside}`,
      least: 0.7,
    },
  )
}

async function unchanged(readers: Readers): Promise<Row> {
  const empty = await startPeer('empty')
  const contents = readers.pages.map(({ url, cookie }) => ({
    url: `${url}/content`,
    headers: { Cookie: cookie, 'If-None-Match': '"v1"' },
  }))
  const best = await bestOf(rounds, { ours: reads(contents), empty: reads(sameOf(readers, empty.url)) })
  await empty.stop()
  const peer = `an empty answer of Node's http: ${count(best.empty)}/s`
  const least = readers.pages.length === 1 ? 0.8 : 0.6
  return ratioRow(`the same, unchanged (304), ${readers.who}`, best.ours, best.empty, { peer, least })
}

async function pageView(readers: Readers): Promise<Row> {
  const views = readers.pages.map(({ url, cookie }) => ({
    url,
    headers: { Cookie: cookie, Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' },
  }))
  const [{ url, headers }] = views as [(typeof views)[number]]
  const size = (await (await fetch(url, { headers })).arrayBuffer()).byteLength
  const hono = await startPeer('hono', size)
  const best = await bestOf(rounds, { ours: reads(views), hono: reads(sameOf(readers, hono.url)) })
  await hono.stop()
  const peer = `Hono's own hello of the same ${count(size)} bytes: ${count(best.hono)}/s`
  const what = `page view with a session, 64 connections, ${readers.who}`
  return ratioRow(what, best.ours, best.hono, { peer, least: 0.6 })
}

function ratioRow(what: string, ours: number, peer: number, goal: { peer: string; least: number }): Row {
  const ratio = ours / peer
  return {
    what,
    ours: `${count(ours)}/s`,
    peer: goal.peer,
    ratio: times(ratio),
    goal: `at least ${goal.least}`,
    met: ratio >= goal.least,
  }
}
