// A site that publishes documents about programs (client ID metadata documents), under names that lead to this machine.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { outbound } from '../../src/outbound.ts'
import { freePort } from './free-port.ts'

export interface DocumentSite {
  /** The answer at each path; 404 for a path without an entry. */
  pages: Map<string, (response: ServerResponse) => void>
  /** Paths as they were asked for. */
  asked: string[]
  /**
   * Reaches the site by `https://apps.example/…`, a port where nobody listens by `https://gone.example/…`, an address that
   * no machine has a way to by `https://cut-off.example/…`, as the sites that tell of a way out itself, and everything else as the product does.
   */
  reach: typeof outbound
  /** Publishes a document at the path; gives its address. */
  publish(path: string, document: object | string, headers?: Record<string, string>): string
  stop(): Promise<void>
}

const name = 'https://apps.example'

/** Sites that are asked whether the internet is there, when a fetch has failed. */
const publishers = ['https://claude.ai', 'https://chatgpt.com', 'https://vscode.dev']

export async function startDocumentSite(): Promise<DocumentSite> {
  const server = createServer((request, response) => {
    site.asked.push(request.url!)
    const page = site.pages.get(request.url!)
    if (page) page(response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const leads = new Map([
    [name, origin],
    ['https://gone.example', `http://127.0.0.1:${await freePort()}`],
    // TCP never connects to a broadcast address.
    ['https://cut-off.example', 'http://255.255.255.255'],
    ...publishers.map((publisher): [string, string] => [publisher, origin]),
  ])
  const site: DocumentSite = {
    pages: new Map(),
    asked: [],
    reach(address, sent, limits) {
      const led = [...leads].find(([from]) => address.startsWith(`${from}/`))
      if (!led) return outbound(address, sent, limits)
      const [from, trusted] = led
      return outbound(address.replace(from, trusted), sent, { ...limits, trusted })
    },
    publish(path, document, headers = { 'content-type': 'application/json' }) {
      const text = typeof document === 'string' ? document : JSON.stringify(document)
      site.pages.set(path, response => response.writeHead(200, headers).end(text))
      return name + path
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return site
}
