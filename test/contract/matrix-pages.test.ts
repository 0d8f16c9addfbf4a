// Every page and every form against every caller, by one table; matrix-stores.ts says on which stores.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { madeFor } from '../support/dashboard.ts'
import { type Received, send } from '../support/http.ts'
import type { Credential } from '../support/people.ts'
import { onStores, unknownId } from '../support/world.ts'
import { proof } from '../support/world-rest.ts'
import { pageCallers, pages } from './matrix-pages.ts'
import { openScene, type Scene, type Subject } from './matrix-scene.ts'
import { storesOf } from './matrix-stores.ts'
import { pageRoutes } from './page-routes.ts'

test('every page stands in the table, and nothing else', () => {
  assert.deepEqual(Object.keys(pages).sort(), pageRoutes().sort())
})

/** Fills the parameters of a path. Only the artifact is there; all other values name nothing. */
async function filled(path: string, scene: Scene, of: string): Promise<string> {
  const id = of === 'any' ? 'zzzzzzzzzz' : await scene.artifact()
  const named = path.startsWith('/app/artifacts/') ? id : unknownId()
  const values: Record<string, string> = { id: named, segment: id, shortId: id, token: 'x', code: 'x' }
  return path.replace(/:(\w+)(?:\{((?:[^{}]|\{\d+\})*)\})?/g, (_, name: string, choice?: string) =>
    choice?.includes('|') ? choice.split('|')[0]! : (values[name] ?? unknownId()),
  )
}

/** As a browser opens a page or sends its form, empty but for the organization that its page is made for. */
async function open(scene: Scene, route: string, of: string, as: Credential): Promise<Received> {
  const [method = '', path = ''] = route.split(' ')
  const { url } = scene.service
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const proven = proof(url, as)
  const fields = path.startsWith('/app/') ? await madeFor(url, proven, {}) : {}
  return send(url + (await filled(path, scene, of)), {
    method,
    headers: {
      ...{ accept: 'text/html', 'sec-fetch-mode': 'navigate', ...proven },
      ...(method === 'POST' && form),
    },
    ...(method === 'POST' && { body: new URLSearchParams(fields).toString() }),
  })
}

/** Documentation for programs is the same for everybody, so caches may keep it. */
const isTwin = /^GET \/(docs\.md|docs\/search\.json|llms\.txt) /

/** Asserts what every answer of a page says, whoever asks (the exact values are in headers.test.ts). */
function isPage({ headers, status }: Received, what: string): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', what)
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, what)
  if (!isTwin.test(what)) assert.match(headers['cache-control'] ?? '', /no-store|no-cache/, what)
  assert.notEqual(headers['referrer-policy'], undefined, what)
  assert.notEqual(headers['x-request-id'], undefined, what)
  assert.ok(status < 500, what)
}

/** Forms after which the session is over, and the browser is told. */
const ending = new Set(['POST /auth/sign-out', 'POST /app/account/leave'])

for (const [route, lines] of Object.entries(pages)) {
  for (const [of, line] of Object.entries(lines)) {
    const title = of === 'any' ? route : `${route} (${of})`
    onStores(storesOf(route), `${title} answers every caller as the table says`, async service => {
      const scene = await openScene(service, of === 'any' ? 'company' : (of as Subject))
      const found: string[] = []
      for (const caller of pageCallers) {
        const answer = await open(scene, route, of, await scene.as(caller))
        isPage(answer, `${title} ${caller}`)
        if (!ending.has(route)) assert.equal(answer.headers['set-cookie'], undefined, title)
        found.push(String(answer.status))
      }
      const show = (words: readonly string[]) => pageCallers.map((caller, n) => `${caller}: ${words[n]}`)
      assert.deepEqual(show(found), show(line.split(/ +/)))
    })
  }
}
