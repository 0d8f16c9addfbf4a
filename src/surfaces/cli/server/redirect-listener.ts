// Waits on a port of this machine for the browser that comes back from signing in (RFC 8252, section 7.3).
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '../failure.ts'

export interface RedirectListener {
  /** Address to which the browser is sent back. */
  address: string
  /** Resolves with the address that the browser came back with. */
  answered: Promise<URL>
  close(): void
}

/** Milliseconds a person has to sign in. */
const PATIENCE = 600_000

/** Waits for an answer with this state; no other ends the wait, because any page can send a browser to this port. */
export async function waitForRedirect(state: string): Promise<RedirectListener> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  let timer: NodeJS.Timeout | undefined
  const answered = new Promise<URL>((resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), PATIENCE)
    server.on('request', (request, response) => {
      const url = URL.parse(request.url ?? '/', address)
      if (request.method !== 'GET' || url?.pathname !== '/callback')
        return say(response, 404, 'Nothing is here.')
      if (url.searchParams.get('state') !== state)
        return say(response, 400, 'This belongs to another sign-in. Run recto login again.')
      say(response, 200, 'Go back to your terminal.')
      resolve(url)
    })
  })
  answered.catch(() => undefined)
  return {
    address,
    answered,
    close() {
      clearTimeout(timer)
      server.close()
      server.closeIdleConnections()
    },
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  response.end(`${text}\n`)
}

const tooLate = (): Failure =>
  new Failure(3, {
    code: 'not_signed_in',
    detail: 'Nobody signed in within ten minutes. Run recto login again.',
  })
