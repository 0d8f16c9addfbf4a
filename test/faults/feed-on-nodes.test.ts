// The feed on several nodes: what one of them changed is heard at every one, by those who wait and on every stream.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents } from '../support/event-stream.ts'
import { startInstallation } from '../support/nodes.ts'
import type { Product } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'
import { ask, Ledger } from './ledger.ts'
import { uniquePage, write } from './writers.ts'

const NODES = 3

const headersOf = ({ key }: Product) => ({ Authorization: `Bearer ${key}` })

/** Waits at a node for the next event. */
async function waiting(node: Product): Promise<string[]> {
  const answer = await fetch(`${node.url}/v1/events?after=now&wait=60`, { headers: headersOf(node) })
  const { data } = (await answer.json()) as { data: { id: string; type: string }[] }
  return data.map(({ id, type }) => `${type} ${id}`)
}

/** Asks the same without a wait: once that is answered several times, what was asked of the node before waits. */
async function untilWaitedFor(node: Product): Promise<void> {
  for (let n = 0; n < 5; n += 1)
    await (await fetch(`${node.url}/v1/events?after=now`, { headers: headersOf(node) })).arrayBuffer()
}

test('a change made at any node is heard at every node, by a long poll, the stream of the feed and the stream of the page', async t => {
  const installation = await startInstallation(t)
  if (isSkip(installation)) return t.skip(installation.skip)
  const nodes = [await installation.start()]
  while (nodes.length < NODES) nodes.push(await installation.start())
  const { shortId } = await write(nodes[0]!, new Ledger(), uniquePage(100))
  const streams = await Promise.all(
    nodes.flatMap(node =>
      ['', `&artifact=${shortId}`].map(of =>
        readEvents(`${node.url}/v1/events/stream?after=now${of}`, headersOf(node)),
      ),
    ),
  )
  t.after(() => {
    for (const stream of streams) stream.close()
  })
  for (const stream of streams) assert.equal(stream.status, 200)

  for (const [place, node] of nodes.entries()) {
    const waits = nodes.map(waiting)
    await Promise.all(nodes.map(untilWaitedFor))
    if (place === 0) await write(node, new Ledger(), uniquePage(100), { shortId: shortId!, base: 1 })
    else await ask(node, `/v1/artifacts/${shortId}`, { name: `Named at node ${place}` })
    const told = await Promise.all(streams.map(stream => stream.next()))
    const heard = [
      ...(await Promise.all(waits)),
      ...told.map(event => [`${event!.data.type} ${event!.data.id}`]),
    ]
    const type = place === 0 ? 'artifact.updated' : 'artifact.settings_changed'
    assert.match(heard[0]![0]!, new RegExp(`^${type} `))
    for (const events of heard) assert.deepEqual(events, heard[0])
  }
})
