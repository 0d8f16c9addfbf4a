// The content that the measurements publish, and its requests on the wire.
import type { Product } from '../../test/support/product.ts'

/** An HTML page of about so many bytes. */
export function pageOf(bytes: number, title = 'A page'): string {
  const head = `<!doctype html><meta charset="utf-8"><title>${title}</title>`
  const paragraph =
    '<p>The quick brown fox jumps over the lazy dog, and the page says in plain words what the figures mean.</p>\n'
  return `${head}${paragraph.repeat(Math.ceil(bytes / paragraph.length))}`.slice(0, bytes)
}

/** Publishes one page; answers its short ID. */
export async function publish(
  product: Product,
  html: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const form = new FormData()
  form.set('file', new File([html], 'page.html'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await fetch(`${product.url}/v1/artifacts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${product.key}`, ...headers },
    body: form,
  })
  if (answer.status !== 201) throw new Error(`Publishing failed: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { shortId: string }).shortId
}

/** A whole HTTP request that publishes the page, or updates the artifact at `path` from the version given. */
export function writeRequest(
  product: Product,
  html: string,
  update?: { path: string; version: number },
): string {
  const boundary = 'a-boundary-of-the-benchmark'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="page.html"\r\nContent-Type: text/html\r\n\r\n${html}\r\n--${boundary}--\r\n`
  const lines = [
    update ? `PUT ${update.path} HTTP/1.1` : 'POST /v1/artifacts HTTP/1.1',
    `Host: 127.0.0.1:${product.port}`,
    `Authorization: Bearer ${product.key}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(update ? [`If-Match: "v${update.version}"`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
