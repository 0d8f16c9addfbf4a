// A frame on the app's own host reaches nothing with the reader's cookies, and no GET of a page changes anything.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import { allOperations } from '../../src/operations/index.ts'
import { send } from '../support/http.ts'
import { pageRoutes } from './page-routes.ts'
import { isProblem, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'company' })
})

const cookie = () => stage.company.owner.session.cookie

/** Routes of pages that answer GET, with what is there in the place of names. */
const paths = () =>
  pageRoutes()
    .filter(route => route.startsWith('GET '))
    .map(route =>
      route.slice(4).replace(/:(\w+)(?:\{((?:[^{}]|\{\d+\})*)\})?/g, (_, _name, choice) => filling(choice)),
    )

const filling = (choice: string | undefined): string => (choice?.includes('|') ? choice.split('|')[0]! : id)

test('what a frame or plug-in asks for is refused before a session is read', async () => {
  for (const destination of ['iframe', 'frame', 'embed', 'object', 'fencedframe'])
    for (const path of [
      '/',
      '/app',
      `/${id}`,
      `/${id}/content`,
      `/v1/artifacts/${id}`,
      '/v1/me',
      '/llms.txt',
      '/zzz',
    ]) {
      const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': destination }
      isProblem(
        await send(stage.url + path, { headers: { ...headers, cookie: cookie() } }),
        403,
        'cross_site_request',
      )
    }
})

test('windows and fetches of our own pages are answered', async () => {
  for (const [path, destination] of [
    [`/${id}`, 'document'],
    [`/${id}/content`, 'empty'],
    ['/app', 'document'],
  ]) {
    const headers = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': destination!,
    }
    assert.equal(
      (await send(stage.url + path, { headers: { ...headers, cookie: cookie() } })).status,
      200,
      path,
    )
  }
})

test('every operation that GET reaches is a read', () => {
  for (const { name, rest, effect } of allOperations)
    if ('method' in rest && rest.method === 'GET') assert.equal(effect, 'read', name)
})

/** Records of reading, counters and leases of the server itself, and what the search index keeps for itself. */
const own = /^(audit|limit|rate|node|turn|lease|sqlite_|.*_(fts|data|idx|content|docsize|config)$)/

/** Every row of every other table. */
function stored(): Record<string, unknown> {
  const database = new DatabaseSync(join(stage.service.folder, 'recto.db'), { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  const names = tables.map(({ name }) => String(name)).filter(name => !own.test(name))
  const all = Object.fromEntries(
    names.map(name => [
      name,
      database
        .prepare(`select * from "${name}"`)
        .all()
        .map(row => JSON.stringify(row))
        .sort(),
    ]),
  )
  database.close()
  return all
}

test('no GET of a page changes anything in the store', async () => {
  const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }
  await send(`${stage.url}/app`, { headers: { ...page, cookie: cookie() } })
  for (const path of paths()) {
    if (path === '/live') continue
    const earlier = stored()
    await send(stage.url + path, { headers: { ...page, cookie: cookie() } })
    assert.deepEqual(stored(), earlier, path)
  }
})
