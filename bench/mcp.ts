// How fast an agent reads what is known of an artifact over MCP, beside the same read over REST.
import { startProduct } from '../test/support/product.ts'
import { pageOf, publish } from './support/content.ts'
import { type Request, readsPerSecond } from './support/load.ts'
import { startPeer } from './support/peer.ts'
import { bestOf } from './support/rounds.ts'
import { count, isQuick, type Row, times } from './support/row.ts'

const connections = 16
const seconds = isQuick ? 1 : 3
const rounds = isQuick ? 2 : 6
const revision = '2026-07-28'

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const shortId = await publish(product, pageOf(30_000))
    const authorization = { Authorization: `Bearer ${product.key}` }
    const rest: Request = { url: `${product.url}/v1/artifacts/${shortId}/metadata`, headers: authorization }
    const mcp: Request = {
      url: `${product.url}/v1/mcp`,
      headers: { ...authorization, ...headers },
      body: callOf(shortId),
    }
    const reads = (request: Request) => () => readsPerSecond({ requests: [request], connections, seconds })
    const library = await startPeer('mcp', await sizeOf(rest))
    const least: Request = { ...mcp, url: library.url }
    const best = await bestOf(rounds, { ours: reads(mcp), rest: reads(rest), least: reads(least) })
    await library.stop()
    return [rowOf(best.ours, best.rest, best.least)]
  } finally {
    await product.stop()
  }
}

const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': revision,
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'get_artifact',
}

const callOf = (shortId: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'get_artifact',
      arguments: { short_id: shortId },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })

const sizeOf = async ({ url, headers }: Request): Promise<number> =>
  (await (await fetch(url, headers ? { headers } : {})).arrayBuffer()).byteLength

function rowOf(ours: number, rest: number, least: number): Row {
  const longer = rest / ours
  return {
    what: `get_artifact over MCP, ${connections} connections`,
    ours: `${count(ours)}/s`,
    peer: `the same read over REST: ${count(rest)}/s; the protocol's library with a constant answer: ${count(least)}/s`,
    ratio: `${times(longer)} times as long`,
    goal: 'at most 2 times',
    met: longer <= 2,
  }
}
