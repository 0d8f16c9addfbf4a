// Publishes a large page piece by piece, so that neither side holds it.
import { connect } from 'node:net'
import type { Product } from './product.ts'

const MB = 1_048_576

/** One MB of a page. */
export const piece = Buffer.from(`<p>${'x'.repeat(MB - 8)}</p>\n`)

/** Publishes a page of so many pieces and answers the status. */
export async function publishLarge(product: Product, pieces: number): Promise<number> {
  const before = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n')
  const after = Buffer.from('\r\n--b--\r\n')
  const length = before.length + piece.length * pieces + after.length
  const socket = connect(product.port, '127.0.0.1')
  const answer = new Promise<number>((resolve, reject) => {
    socket.once('data', data => resolve(Number(data.toString('latin1', 9, 12)))).once('error', reject)
  })
  socket.write(
    `POST /v1/artifacts HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nAuthorization: Bearer ${product.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`,
  )
  for (const part of [before, ...Array.from({ length: pieces }, () => piece), after]) {
    if (!socket.write(part)) await new Promise(resolve => socket.once('drain', resolve))
  }
  const status = await answer
  socket.destroy()
  return status
}
