// Measures the bytes that a first view of a page loads, as they travel.
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Product, startProduct } from '../test/support/product.ts'
import { pageOf, publish } from './support/content.ts'
import { count, type Row } from './support/row.ts'

export async function rows(): Promise<Row[]> {
  const product = await startProduct({ host: 'localhost' })
  try {
    const shortId = await publish(product, pageOf(30_000))
    const { body } = await get(product, new URL(`${product.url}/${shortId}`), { Cookie: product.cookie })
    const page = body.toString('utf8')
    const told = /data-page="([^"]+)"/.exec(page)![1]!.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    const bridge = await get(product, new URL((JSON.parse(told) as { frame: { src: string } }).frame.src))
    return [
      row(
        'script of a first view, gzip',
        await weigh(product, page, /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g),
        30,
      ),
      row('bridge of an open page’s frame, gzip', gzipSync(scriptIn(bridge.body)).length, 12),
      row(
        'style of a first view, gzip',
        await weigh(product, page, /<link rel="stylesheet" href="([^"]+)"/g),
        12,
      ),
      row('the page itself, gzip', gzipSync(page).length, 8),
    ]
  } finally {
    await product.stop()
  }
}

/** The one script that stands in the document of a frame. */
function scriptIn(frame: Buffer): string {
  return /<script[^>]*>(.*)<\/script>/s.exec(frame.toString('utf8'))![1]!
}

/** Bytes of all files the page names so, as they are sent. */
async function weigh(product: Product, page: string, named: RegExp): Promise<number> {
  const paths = new Set([...page.matchAll(named)].map(match => match[1]!))
  const sizes = await Promise.all([...paths].map(path => get(product, new URL(path, product.url))))
  return sizes.reduce((sum, { body }) => sum + body.length, 0)
}

/** The answer as it came, still packed. */
async function get(
  { port }: Product,
  url: URL,
  headers: Record<string, string> = {},
): Promise<{ body: Buffer }> {
  const path = url.pathname + url.search
  const wanted = { Host: url.host, Accept: 'text/html', 'Accept-Encoding': 'gzip', ...headers }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  request({ host: '127.0.0.1', port, path, headers: wanted }, answer => {
    buffer(answer).then(resolve, reject)
  })
    .on('error', reject)
    .end()
  return { body: await promise }
}

const row = (what: string, bytes: number, most: number): Row => ({
  what,
  ours: `${count(bytes)} bytes`,
  peer: 'nothing',
  ratio: '–',
  goal: `at most ${most} KB`,
  met: bytes <= most * 1024,
})
