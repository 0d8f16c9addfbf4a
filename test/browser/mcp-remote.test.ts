// mcp-remote, the bridge of programs that start their servers themselves: signed in through a real browser, then used.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { browsing } from '../support/browsing.ts'
import { freePort } from '../support/free-port.ts'
import { inBrowser } from '../support/in-browsers.ts'

const program = fileURLToPath(import.meta.resolve('mcp-remote/dist/proxy.js'))

/** The address that the program asks its person to open. */
async function askedToVisit(talk: Readable): Promise<string> {
  let said = ''
  for await (const chunk of talk) {
    said += chunk
    const address = /by visiting:\s+(http\S+)/.exec(said)?.[1]
    if (address) return address
  }
  throw new Error(`it asked for nothing: ${said}`)
}

inBrowser('chromium', 'mcp-remote', () => {
  const here = browsing()

  test('it registers, is let in by a person, calls tools, and comes back without asking again', async () => {
    const { owner } = await here.service.organization()
    const folder = await mkdtemp(join(tmpdir(), 'recto-mcp-remote-'))
    const given = [`${here.service.url}/v1/mcp`, String(await freePort())]
    const options = ['--allow-http', '--transport', 'http-only', '--host', '127.0.0.1']
    const bridge = () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [program, ...given, ...options],
        // No program there opens a window of its own.
        env: { HOME: folder, PATH: folder, MCP_REMOTE_CONFIG_DIR: folder },
        stderr: 'pipe',
      })

    const first = bridge()
    const client = new Client({ name: 'a-desktop', version: '1.0' })
    const connected = client.connect(first)
    const { page } = await here.signedIn(owner.session.cookie)
    await page.goto(await askedToVisit(first.stderr as Readable))
    await page.getByRole('heading', { name: /^Allow .+ to use Recto\?$/ }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/^http:\/\/127\.0\.0\.1:/)
    await connected
    assert.equal((await client.listTools()).tools.length, 21)
    const made = await client.callTool({ name: 'publish', arguments: { content: '# Bridged' } })
    const { short_id } = made.structuredContent as { short_id: string }
    await client.close()

    const again = new Client({ name: 'a-desktop', version: '1.0' })
    await again.connect(bridge())
    const read = await again.callTool({ name: 'get_artifact', arguments: { short_id } })
    assert.equal((read.structuredContent as { name: string }).name, 'Bridged')
    await again.close()
    await rm(folder, { recursive: true, force: true })
  })
})
