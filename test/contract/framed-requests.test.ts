// A frame on the app's own host reaches nothing with the reader's cookies, and no GET changes anything.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { openSetup } from '../../src/auth/setup.ts'
import { blockToken } from '../../src/operations/artifacts/sender-block.ts'
import { sharingStopToken } from '../../src/operations/feed/mail-stop.ts'
import { allOperations } from '../../src/operations/index.ts'
import { send } from '../support/http.ts'
import { answerConsent, askConsent, everyday, redirect, register } from '../support/oauth-client.ts'
import { freshAddress } from '../support/people.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { getRoutes } from './page-routes.ts'
import { fileBody, isProblem, jsonBody, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

// The whole store is compared, and what other tests leave in a store may go on by itself.
before(async () => {
  stage = await openStage({}, startService())
  id = await stage.publish({ visibility: 'company' })
})
after(() => stage.service.stop())

const cookie = () => stage.company.owner.session.cookie

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
      '/healthz',
      '/readyz',
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

/** Records of reading, counters and leases of the server itself, drawings made when they are first shown, and what the search index keeps for itself. */
const own = /^(audit|limit|rate|node|turn|lease|miniature|sqlite_|.*_(fts|data|idx|content|docsize|config)$)/

/** Every row of every other table. */
function stored(): Record<string, string[]> {
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

/** Paths of things that are there, by the route or its beginning that names them, where it is not the page. */
interface Found {
  [route: string]: { path: string; cookie?: string }
}

/** One of each thing that a link can name, made anew. */
async function everything(): Promise<Found> {
  const { service, company } = stage
  const { context } = service
  const { owner } = company
  const made = async (path: string, body: object) => {
    const answer = await stage.send('POST', path, { as: owner.session, ...jsonBody(body) })
    assert.ok(answer.status < 300, `${path} ${answer.text}`)
    return answer.json
  }
  const preview = await stage.send('POST', '/v1/public/artifacts', { as: 'nobody', ...fileBody('# Preview') })
  const guest = freshAddress('invited')
  await made('/v1/organization/invitations', { email: guest, role: 'member' })
  const [letter] = await service.mail.wait(guest, 1)
  const invitation = /\/invite\/\w+/.exec(letter!.text)![0]
  const setup = await openSetup(context)
  // Nothing that goes on by itself changes what is compared: no such event happens here, so that none is on its way when it is switched off.
  const webhook = await made('/v1/webhooks', { url: 'https://example.org/hook', types: ['artifact.deleted'] })
  const switchedOff = { as: owner.session, ...jsonBody({ enabled: false }) }
  assert.equal((await stage.send('PATCH', `/v1/webhooks/${webhook.id}`, switchedOff)).status, 200)
  await made(`/v1/artifacts/${id}/comments`, { body: 'One' })
  const colleague = await company.join('member')
  const program = await register(service)
  const consent = await askConsent(service, program, owner)
  const answered = await askConsent(service, program, owner)
  const resumed = await answerConsent(answered, everyday, {}, `${service.url}/oauth/authorize/`)
  const challenge = 'code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const asked = `response_type=code&client_id=${encodeURIComponent(program.clientId)}&redirect_uri=${encodeURIComponent(redirect)}`
  const at = (path: string, prefix: string) => [prefix, { path }] as const
  return {
    ...Object.fromEntries([
      at(new URL(preview.json.claimUrl).pathname, '/claim/:code'),
      at(invitation, '/invite/:code'),
      at(`/stop/${sharingStopToken(context, owner.email)}`, '/stop/:token'),
      at(`/block/${blockToken(context, { personId: owner.id, email: guest })}`, '/block/:token'),
      at(new URL(setup!).pathname, '/auth/setup/:token'),
      at(`/v1/webhooks/${webhook.id}`, '/v1/webhooks/:id'),
      at(`/app/webhooks/${webhook.id}`, '/app/webhooks/:id{[0-9a-f-]{36}}'),
      at(`/app/members/${colleague.id}`, '/app/members/:id{[0-9a-f-]{36}}'),
      at(`/oauth/authorize?${asked}&${challenge}&scope=artifacts:read&state=x`, '/oauth/authorize'),
    ]),
    '/oauth/consent/:uid': {
      path: new URL(consent.page.at).pathname,
      cookie: consent.visitor.cookie(stage.url),
    },
    '/oauth/authorize/:uid': {
      path: new URL(resumed.at).pathname,
      cookie: answered.visitor.cookie(stage.url),
    },
  }
}

/** These must be found: a missing thing would prove nothing. */
const opened = [
  '/claim/:code',
  '/invite/:code',
  '/stop/:token',
  '/block/:token',
  '/auth/setup/:token',
  '/oauth/consent/:uid',
]

/** Routes that may change these tables, with the reason. */
const exceptions: Readonly<Record<string, { tables: RegExp; why: string }>> = {
  '/oauth/authorize': {
    tables: /^oauth/,
    why: 'RFC 6749 has programs ask with a GET: the request is kept until the person answers, and gives nobody anything',
  },
  '/oauth/authorize/:uid': {
    tables: /^oauth/,
    why: 'leads on from the answer that the person gave with POST: its code is made here, for that answer alone',
  },
}

/** These hold a stream, which HEAD does not begin. */
const streams = ['/live', '/v1/events/stream']

function pathOf(route: string, found: Found): { path: string; cookie?: string } {
  const known = Object.keys(found)
    .filter(each => route === each || route.startsWith(`${each}/`))
    .sort((one, other) => other.length - one.length)[0]
  const { path: start, cookie } = (known !== undefined && found[known]) || { path: '' }
  const rest = route
    .slice(known?.length ?? 0)
    .replace(/:(\w+)(?:\{((?:[^{}]|\{\d+\})*)\})?/g, (_, name, choice) =>
      choice?.includes('|') ? choice.split('|')[0]! : name === 'n' ? '1' : id,
    )
  return { path: start + rest, ...(cookie !== undefined && { cookie }) }
}

test('no GET changes anything in the store, whatever it names', async () => {
  const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }
  await send(`${stage.url}/app`, { headers: { ...page, cookie: cookie() } })
  const found = await everything()
  // Mail that was sent leaves the store by itself.
  await until('all mail is sent', async () => {
    await stage.service.mail.to('')
    return stored().outbox!.length === 0
  })
  const routes = getRoutes()
  assert.deepEqual(
    Object.keys({ ...found, ...exceptions }).filter(route => !routes.some(each => each.startsWith(route))),
    [],
  )
  const ask = (route: string, as: string) =>
    send(stage.url + pathOf(route, found).path, {
      method: streams.includes(route) ? 'HEAD' : 'GET',
      headers: { ...page, ...(as && { cookie: as }) },
    })
  for (const route of routes)
    for (const as of [pathOf(route, found).cookie ?? cookie(), '']) {
      const earlier = stored()
      const answer = await ask(route, as)
      assert.ok(answer.status < 500, route)
      if (opened.includes(route) && as) assert.equal(answer.status, 200, route)
      const later = stored()
      const changed = Object.keys(later).filter(table => !isDeepStrictEqual(later[table], earlier[table]))
      const allowed = exceptions[route]?.tables
      assert.deepEqual(
        changed.filter(table => !allowed?.test(table)),
        [],
        `${route} as ${as}`,
      )
      if (allowed && as) assert.notDeepEqual(changed, [], `${route} is no exception`)
    }
})
