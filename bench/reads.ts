// How fast pages are read: the file with a session, its 304, and the page around it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '../test/support/nginx.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { pageOf, publish } from './support/content.ts'
import { readsPerSecond } from './support/load.ts'
import { startPeer } from './support/peer.ts'
import { bestOf } from './support/rounds.ts'
import { count, isQuick, type Row, times } from './support/row.ts'

const SIZE = 30_000
const connections = 64
const seconds = isQuick ? 1 : 3
const rounds = isQuick ? 2 : 6

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const shortId = await publish(product, pageOf(SIZE))
    return [
      await gatedRead(product, shortId),
      await unchanged(product, shortId),
      await pageView(product, shortId),
    ]
  } finally {
    await product.stop()
  }
}

async function gatedRead(product: Product, shortId: string): Promise<Row> {
  const http = await startPeer('http', SIZE)
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  await writeFile(join(folder, 'page.html'), pageOf(SIZE))
  const nginx = await startNginx({ folder })
  const content = { url: `${product.url}/${shortId}/content`, headers: { Cookie: product.cookie } }
  const best = await bestOf(rounds, {
    ours: () => readsPerSecond({ ...content, connections, seconds }),
    http: () => readsPerSecond({ url: http.url, connections, seconds }),
    nginx: () =>
      isSkip(nginx)
        ? Promise.resolve(0)
        : readsPerSecond({ url: `${nginx.url}/page.html`, connections, seconds }),
  })
  await http.stop()
  if (!isSkip(nginx)) await nginx.stop()
  await rm(folder, { recursive: true })
  const beside = isSkip(nginx)
    ? `nginx not measured: ${nginx.skip}`
    : `nginx from a file ${count(best.nginx)}/s`
  return ratioRow(
    'gated read of 30 KB, session checked on every request, 64 connections',
    best.ours,
    best.http,
    {
      peer: `Node's http from memory, nothing checked: ${count(best.http)}/s; ${beside}`,
      least: 0.7,
    },
  )
}

async function unchanged(product: Product, shortId: string): Promise<Row> {
  const empty = await startPeer('empty')
  const headers = { Cookie: product.cookie, 'If-None-Match': '"v1"' }
  const best = await bestOf(rounds, {
    ours: () => readsPerSecond({ url: `${product.url}/${shortId}/content`, headers, connections, seconds }),
    empty: () => readsPerSecond({ url: empty.url, connections, seconds }),
  })
  await empty.stop()
  const peer = `an empty answer of Node's http: ${count(best.empty)}/s`
  return ratioRow('the same, unchanged (304)', best.ours, best.empty, { peer, least: 0.8 })
}

async function pageView(product: Product, shortId: string): Promise<Row> {
  const url = `${product.url}/${shortId}`
  const headers = { Cookie: product.cookie, Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }
  const size = (await (await fetch(url, { headers })).arrayBuffer()).byteLength
  const hono = await startPeer('hono', size)
  const best = await bestOf(rounds, {
    ours: () => readsPerSecond({ url, headers, connections, seconds }),
    hono: () => readsPerSecond({ url: hono.url, connections, seconds }),
  })
  await hono.stop()
  const peer = `Hono's own hello of the same ${count(size)} bytes: ${count(best.hono)}/s`
  return ratioRow('page view with a session, 64 connections', best.ours, best.hono, { peer, least: 0.7 })
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
