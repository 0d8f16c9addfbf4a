// Serves what the product is measured beside: the least a server can do for the same bytes.
import { createServer } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { Hono } from 'hono'

const [kind = 'http', size = '30000', port = '0'] = process.argv.slice(2)
const text = `<!doctype html><title>hello</title>${'hello '.repeat(Number(size))}`.slice(0, Number(size))
const bytes = Buffer.from(text)

const kinds = {
  /** Node's own http, the bytes from memory, nothing checked. */
  http: () => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': bytes.length }
    return createServer((_, response) => response.writeHead(200, headers).end(bytes))
  },
  /** Node's own http without a body. */
  empty: () => createServer((_, response) => response.writeHead(304).end()),
  /** The framework's own hello. */
  hono: () => {
    const app = new Hono().get('/', c => c.html(text))
    return createAdaptorServer({ fetch: app.fetch })
  },
  /** The protocol's own library, with one tool that answers the bytes. */
  mcp: () => {
    const answer = { content: [{ type: 'text' as const, text }] }
    const protocol = createMcpHandler(() => {
      const server = new Server({ name: 'hello', version: '1.0.0' }, { capabilities: { tools: {} } })
      server.setRequestHandler('tools/call', () => answer)
      return server
    })
    return createAdaptorServer({ fetch: request => protocol.fetch(request) })
  },
}

kinds[kind as keyof typeof kinds]().listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.once('disconnect', () => process.exit(0))
