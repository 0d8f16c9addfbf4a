// A server that lies: whatever text it answers with, a person sees no line, no colour and no order of words that it made up.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Between, startBetween } from '../../support/between.ts'
import { type Desk, openDesk } from './world.ts'

/** Stands behind every text of every answer. */
const forgery = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
  .map(each => `${each}FORGED https://evil.example v9  private`)
  .join('')
  .concat('\u001b[2J\u001b]0;owned\u0007\u009b1m\u202eright\u200bzero')

/** Ids that the next request needs, and what is shown as a text of many lines. */
const kept = new Set(['shortId', 'id', 'nextCursor', 'code', 'text', 'diff'])

function forged(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return kept.has(name) ? value : value + forgery
  if (Array.isArray(value)) return value.map(each => forged(each, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, forged(each, key)]))
}

let desk: Desk
let liar: Between

before(async () => {
  desk = await openDesk()
  liar = await startBetween(desk.service.url, (text, type) =>
    /json/.test(type) ? JSON.stringify(forged(JSON.parse(text))) : text,
  )
})
after(async () => {
  liar.stop()
  await desk.leave()
})

/** A page of two versions that somebody else may open, with a thread. */
async function published(): Promise<{ id: string; thread: string }> {
  await desk.write('page.md', '# Page\n\nWords.\n')
  const id = (await desk.run(['publish', 'page.md', '--share', 'ana@example.com'])).json.shortId
  await desk.write('page.md', '# Page\n\nOther words.\n')
  await desk.run(['publish', 'page.md', '--update', '--note', 'A note'])
  const thread = (await desk.run(['comments', 'add', id, 'A question', '--quote', 'Other words'])).json.id
  return { id, thread }
}

const controls = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]/u

/** Splits a text into lines as a terminal, a pager or a program that reads lines does. */
const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)

describe('a server that answers with line breaks and controls makes no line of its own', () => {
  const commands = (id: string, thread: string): string[][] => [
    ['list'],
    ['list', '--all'],
    ['search', 'words'],
    ['versions', id],
    ['get', id],
    ['read', id],
    ['read', id, '--find', 'words'],
    ['diff', id, '1', '2'],
    ['comments', 'list', id],
    ['comments', 'add', id, 'Another'],
    ['comments', 'resolve', thread],
    ['comments', 'reopen', thread],
    ['whoami'],
    ['rename', id, 'Renamed'],
    ['share', id, '--company'],
    ['edit', id, '--base-version', '2', '--old', 'Other', '--new', 'More'],
    ['edit', id, '--base-version', '2', '--old', 'More', '--new', 'Less'],
    ['restore', id, '1', '--base-version', '3'],
    ['copy', id],
    ['publish', 'page.md'],
    ['publish', 'page.md', '--id', id, '--base-version', '4', '--always'],
    ['publish', 'page.md', '--id', id, '--base-version', '4', '--always'],
    ['publish', 'page.md', '--public-preview'],
    ['api', 'me'],
    ['api', 'nothing'],
    ['open', id, '--no-launch'],
    ['delete', id],
    ['undelete', id],
    ['get', '123456789A'],
    ['events', '--no-follow', '--after', 'start'],
  ]
  for (const terminal of [true, false])
    test(terminal ? 'on a terminal' : 'in lines that a program reads', async () => {
      const { id, thread } = await published()
      for (const words of commands(id, thread)) {
        const env = { RECTO_URL: liar.url, RECTO_API_KEY: desk.company.owner.key }
        const said = await desk.run([...words, '--no-json'], { env, terminal })
        const name = `${words.join(' ')}: ${said.stdout}${said.stderr}`
        for (const line of linesOf(said.stdout + said.stderr)) assert.ok(!line.startsWith('FORGED'), name)
        assert.doesNotMatch(said.stdout + said.stderr, controls, name)
      }
    })

  test('opens nothing but a page of the web', async () => {
    const metadata = (issuer: string) => ({
      issuer,
      authorization_endpoint: 'file:///etc/passwd',
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
    })
    const server = createServer((request, response) => {
      const issuer = `http://${request.headers.host}/oauth`
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(metadata(issuer)))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const env = { RECTO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    try {
      const { code, json, launched } = await desk.run(['login'], { env })
      assert.deepEqual([code, json.code, launched], [1, 'unexpected_answer', []])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
