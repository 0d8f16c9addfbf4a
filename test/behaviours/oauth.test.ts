// Sign-in with OAuth: a program registers, a person agrees, and a grant acts until it ends.
import assert from 'node:assert/strict'
import * as oidc from 'openid-client'
import { send } from '../support/http.ts'
import { mcpClient } from '../support/mcp-client.ts'
import {
  answerConsent,
  askConsent,
  browserOf,
  commandLine,
  connect,
  everyday,
  exchange,
  type Program,
  redirect,
  refresh,
  register,
  type Tokens,
} from '../support/oauth-client.ts'
import type { Running } from '../support/service.ts'
import { onBothStores } from '../support/world.ts'

const DAY = 86_400_000

/** The status with which `GET /v1/me` answers the token. */
const statusOf = async ({ url }: Running, { access_token: token }: Tokens): Promise<number> =>
  (await send(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status

const restOf = ({ url }: Running): { resource: string } => ({ resource: `${url}/v1` })

/** Returns a check that the token endpoint refused with that error. */
const refused = (error: string) => (thrown: unknown) =>
  thrown instanceof oidc.ResponseBodyError && thrown.error === error

onBothStores('a program registers, a person agrees, and the program acts for them', async service => {
  const { owner, id } = await service.organization()
  const program = await register(service)
  const asked = await askConsent(service, program, owner)
  assert.equal(asked.page.status, 200, asked.page.text)
  assert.match(asked.page.text, /127\.0\.0\.1:3333/)
  const back = await answerConsent(asked, everyday)
  assert.ok(back.at.startsWith(redirect), back.text)
  const tokens = await exchange(program, asked, back)
  assert.match(tokens.access_token, /^recto_a_[1-9A-HJ-NP-Za-km-z]{36}$/)
  assert.match(tokens.refresh_token!, /^recto_r_[1-9A-HJ-NP-Za-km-z]{36}$/)
  assert.deepEqual([tokens.scope, tokens.expires_in], [everyday, 3600])
  const { value } = await mcpClient(service.url, tokens.access_token).call('get_account')
  assert.deepEqual([value.credential, value.person.email, value.organization.id], ['grant', owner.email, id])
  assert.deepEqual(value.scopes, everyday.split(' '))
  const [letter] = await service.mail.wait(owner.email, 1)
  assert.match(letter!.subject, /app was connected/)
  assert.match(letter!.text, /“Test Agent”/)
})

onBothStores('a token works at the resource it was made for, and at no other', async service => {
  const { owner } = await service.organization()
  const { tokens } = await connect(service, owner)
  assert.equal(await statusOf(service, tokens), 401)
  const { tokens: forRest } = await connect(service, owner, restOf(service))
  assert.equal(await statusOf(service, forRest), 200)
  assert.equal((await mcpClient(service.url, forRest.access_token).request('tools/list')).status, 401)
  const program = await register(service)
  const asked = await askConsent(service, program, owner, { resource: 'https://elsewhere.example/v1/mcp' })
  assert.equal(new URL(asked.page.at).searchParams.get('error'), 'invalid_target')
})

onBothStores('one grant gives a token for each resource that was agreed to', async service => {
  const { owner } = await service.organization()
  const program = await register(service)
  const both = [`${service.url}/v1`, `${service.url}/v1/mcp`]
  const asked = await askConsent(service, program, owner, {}, both)
  const back = await answerConsent(asked, everyday)
  const forRest = await exchange(program, asked, back, { resource: both[0]! })
  assert.equal(await statusOf(service, forRest), 200)
  const forMcp = await refresh(program, forRest, { resource: both[1]! })
  assert.equal((await mcpClient(service.url, forMcp.access_token).request('tools/list')).status, 200)
  assert.equal(await statusOf(service, forRest), 200)
})

onBothStores('our command line needs no registration, and any port of its machine', async service => {
  const { owner } = await service.organization()
  const program = await commandLine(service)
  const both = [`${service.url}/v1`, `${service.url}/v1/mcp`]
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    const redirect_uri = `http://${host}:3333/callback`
    const asked = await askConsent(service, program, owner, { redirect_uri }, both)
    assert.equal(asked.page.status, 200, asked.page.text)
    const back = await answerConsent(asked, everyday, {}, redirect_uri)
    const tokens = await exchange(program, asked, back, { resource: both[0]! })
    assert.equal(await statusOf(service, tokens), 200)
    await oidc.tokenRevocation(program.configuration, tokens.refresh_token!)
    assert.equal(await statusOf(service, tokens), 401)
  }
  const other = await askConsent(service, program, owner, { redirect_uri: 'http://127.0.0.1:3333/other' })
  assert.equal(other.page.status, 400)
})

onBothStores(
  'a refresh gives another pair; a lost answer may be asked for once more within 30 seconds',
  async service => {
    const { owner } = await service.organization()
    const { program, tokens } = await connect(service, owner, restOf(service))
    const [one, two] = [await refresh(program, tokens), await refresh(program, tokens)]
    assert.equal(new Set([tokens, one, two].map(each => each.refresh_token)).size, 3)
    for (const each of [one, two]) assert.equal(await statusOf(service, each), 200)
    await assert.rejects(refresh(program, tokens), refused('invalid_grant'))
    for (const each of [one, two]) assert.equal(await statusOf(service, each), 401)
    await assert.rejects(refresh(program, two), refused('invalid_grant'))
  },
)

onBothStores('a spent refresh token that comes back later ends the whole grant', async service => {
  const { owner } = await service.organization()
  const { program, tokens } = await connect(service, owner, restOf(service))
  const next = await refresh(program, tokens)
  service.advance(31_000)
  await assert.rejects(refresh(program, tokens), refused('invalid_grant'))
  assert.equal(await statusOf(service, next), 401)
})

onBothStores(
  'the person is mailed that an app was disconnected as its token was used twice',
  async service => {
    const { owner, name } = await service.organization()
    const { program, tokens } = await connect(service, owner, restOf(service))
    await refresh(program, tokens)
    service.advance(31_000)
    await assert.rejects(refresh(program, tokens), refused('invalid_grant'))
    await assert.rejects(refresh(program, tokens), refused('invalid_grant'))
    const letters = await service.mail.wait(owner.email, 2)
    const told = letters.filter(({ subject }) => subject === 'An app was disconnected from your account')
    assert.equal(told.length, 1)
    const text = told[0]!.text.replaceAll(/\s+/g, ' ')
    assert.match(text, /“Test Agent” could act for you in/)
    assert.ok(text.includes(name), text)
    assert.match(text, /used twice/)
  },
)

onBothStores('two refreshes at once both get a pair', async service => {
  const { owner } = await service.organization()
  const { program, tokens } = await connect(service, owner, restOf(service))
  const both = await Promise.all([refresh(program, tokens), refresh(program, tokens)])
  for (const each of both) assert.equal(await statusOf(service, each), 200)
})

onBothStores('a code works once; a second use ends what it gave', async service => {
  const { owner } = await service.organization()
  const program = await register(service)
  const asked = await askConsent(service, program, owner, restOf(service))
  const back = await answerConsent(asked, everyday)
  const tokens = await exchange(program, asked, back)
  await assert.rejects(exchange(program, asked, back), refused('invalid_grant'))
  assert.equal(await statusOf(service, tokens), 401)
})

onBothStores(
  'a code is worth nothing without its verifier, to another program, or with another address',
  async service => {
    const { owner } = await service.organization()
    const [program, other] = [await register(service), await register(service)]
    const asked = await askConsent(service, program, owner)
    const back = await answerConsent(asked, everyday)
    const wrong = { ...asked, verifier: oidc.randomPKCECodeVerifier() }
    await assert.rejects(exchange(program, wrong, back), refused('invalid_grant'))
    await assert.rejects(exchange(other, asked, back), refused('invalid_grant'))
    const { refresh_token: stolen } = await exchange(program, asked, back)
    await assert.rejects(refresh(other, { refresh_token: stolen } as Tokens), refused('invalid_grant'))
  },
)

onBothStores('a revoked token ends the grant', async service => {
  const { owner } = await service.organization()
  const { program, tokens } = await connect(service, owner, restOf(service))
  await oidc.tokenRevocation(program.configuration, tokens.refresh_token!)
  assert.equal(await statusOf(service, tokens), 401)
  await assert.rejects(refresh(program, tokens), refused('invalid_grant'))
})

onBothStores(
  'the audit says when an app gave its grant back, and when something was used twice',
  async service => {
    const { owner } = await service.organization()
    const { program, tokens } = await connect(service, owner)
    await oidc.tokenRevocation(program.configuration, tokens.refresh_token!)
    const second = await connect(service, owner)
    await refresh(second.program, second.tokens)
    service.advance(31_000)
    await assert.rejects(refresh(second.program, second.tokens), refused('invalid_grant'))
    await assert.rejects(refresh(second.program, second.tokens), refused('invalid_grant'))
    const asked = await askConsent(service, program, owner)
    const back = await answerConsent(asked, everyday)
    await exchange(program, asked, back)
    await assert.rejects(exchange(program, asked, back), refused('invalid_grant'))
    const audit = await send(`${service.url}/v1/organization/audit?surface=oauth`, {
      headers: { authorization: `Bearer ${owner.key}` },
    })
    type Row = {
      action: string
      actorType: string
      actor: { name: string }
      actorName: string
      details: object
    }
    const shown = ({ action, actorType, actor, actorName, details }: Row) =>
      [action, actorType, actor.name, actorName, JSON.stringify(details)].join(' · ')
    const app = JSON.stringify({ name: 'Test Agent', host: '127.0.0.1:3333' })
    const reuse = `stopApp · system · Recto ·  · ${app}`
    assert.deepEqual((audit.json.data as Row[]).map(shown), [
      reuse,
      reuse,
      `disconnectApp · agent · ${owner.name} · Test Agent · ${app}`,
    ])
    const page = await browserOf(service, owner).open(`${service.url}/app/audit`)
    assert.match(page.text, /Ended an app whose code or token was used twice/)
  },
)

onBothStores('a grant ends with the membership, with its days, and by its person', async service => {
  const company = await service.organization()
  const member = await company.join('member')
  const { program, tokens } = await connect(service, member, restOf(service))
  await service.leave(member.id, company.id)
  assert.equal(await statusOf(service, tokens), 401)
  await assert.rejects(refresh(program, tokens), refused('invalid_grant'))

  const ended = await connect(service, company.owner, restOf(service))
  const visitor = browserOf(service, company.owner)
  const list = await visitor.open(`${service.url}/app/apps`)
  assert.match(list.text, /Test Agent/)
  const path = /\/app\/apps\/[^/"]+\/disconnect/.exec(list.text)![0]
  const sent = { organization: company.id }
  const done = await visitor.post(`${service.url}${path}`, sent, `${service.url}/app/apps`)
  assert.match(done.text, /App disconnected/)
  assert.equal(await statusOf(service, ended.tokens), 401)

  const long = await connect(service, company.owner, restOf(service))
  service.advance(31 * DAY)
  await assert.rejects(refresh(long.program, long.tokens), refused('invalid_grant'))
})

onBothStores('only what was ticked is granted; a viewer hands on reading and comments', async service => {
  const company = await service.organization()
  const program = await register(service)
  const asked = await askConsent(service, program, company.owner, {
    scope: `${everyday} sharing:write org:write`,
  })
  const ticked = [...asked.page.text.matchAll(/id="(\w+:\w+)"[^>]*checked/g)].map(([, scope]) => scope)
  assert.deepEqual(ticked, everyday.split(' '))
  const some = await exchange(program, asked, await answerConsent(asked, 'artifacts:read comments:write'))
  assert.equal(some.scope, 'artifacts:read comments:write')

  const viewer = await company.join('viewer')
  const forViewer = await askConsent(service, program, viewer)
  assert.doesNotMatch(forViewer.page.text, /id="artifacts:write"/)
  const reading = await exchange(program, forViewer, await answerConsent(forViewer, everyday))
  assert.equal(reading.scope, 'artifacts:read comments:read comments:write')
  const nothing = await askConsent(service, program, company.owner)
  assert.equal((await answerConsent(nothing, '')).status, 422)
})

onBothStores('whoever says no, is no member, or is not signed in gives nothing', async service => {
  const { owner } = await service.organization()
  const program = await register(service)
  const asked = await askConsent(service, program, owner)
  const back = new URL((await answerConsent(asked, everyday, { answer: 'deny' })).at)
  assert.equal(back.searchParams.get('error'), 'access_denied')
  assert.equal(back.searchParams.get('iss'), `${service.url}/oauth`)
  assert.equal(back.searchParams.get('state'), asked.state)

  const again = await askConsent(service, program, owner)
  again.visitor.cookies.get(service.url)!.delete('sid')
  const sentAway = await again.visitor.open(again.page.at)
  assert.match(sentAway.at, /\/auth\/sign-in\?next=%2Foauth%2Fconsent%2F/)

  const stolen = await askConsent(service, program, owner)
  const other = browserOf(service, owner)
  assert.equal((await other.open(stolen.page.at)).status, 404)
})

onBothStores('the grant acts in the organization that was picked', async service => {
  const [first, second] = [await service.organization(), await service.organization()]
  await second.join('member', first.owner.email)
  const { tokens } = await connect(service, first.owner, { organizationId: second.id })
  const { value } = await mcpClient(service.url, tokens.access_token).call('get_account')
  assert.deepEqual([value.organization.id, value.role], [second.id, 'member'])
  const stranger = await service.organization()
  const program = await register(service)
  const asked = await askConsent(service, program, first.owner)
  const foreign = await answerConsent(asked, everyday, { organizationId: stranger.id })
  assert.equal(foreign.status, 422)
  assert.match(foreign.text, /Choose an organization that you are a member of/)
})

onBothStores('governing asks an owner for a recent proof, as making a key does', async service => {
  const { owner } = await service.organization()
  service.advance(13 * 3_600_000)
  const program: Program = await register(service)
  const asked = await askConsent(service, program, owner, { scope: `${everyday} org:write` })
  const led = await answerConsent(asked, `${everyday} org:write`)
  assert.match(led.at, /\/auth\/sign-in\?again=1&next=%2Foauth%2Fconsent%2F/)
})

onBothStores('what hangs on the grant outlives its tokens', async service => {
  const { owner } = await service.organization()
  const { program, tokens } = await connect(service, owner, restOf(service))
  const publish = async (token: string) => {
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n# A\r\n--x--\r\n'
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'idempotency-key': 'once',
    }
    return send(`${service.url}/v1/artifacts`, { method: 'POST', headers, body })
  }
  const first = await publish(tokens.access_token)
  assert.equal(first.status, 201, first.text)
  const second = await publish((await refresh(program, tokens)).access_token)
  assert.deepEqual([second.json.shortId, second.headers['idempotent-replay']], [first.json.shortId, 'true'])
  const read = await send(`${service.url}/v1/artifacts/${first.json.shortId}/versions`, {
    headers: { authorization: `Bearer ${owner.key}` },
  })
  assert.deepEqual([read.json.data[0].author.name, read.json.data[0].actorType], [owner.name, 'agent'])
})

onBothStores('what is no longer used is swept', async service => {
  const { owner } = await service.organization()
  const program = await register(service)
  const { program: used, tokens } = await connect(service, owner)
  service.advance(25 * 3_600_000)
  await service.sweep()
  const gone = await askConsent(service, program, owner)
  assert.equal(gone.page.status, 400)
  assert.equal((await askConsent(service, used, owner)).page.status, 200)
  assert.ok((await refresh(used, tokens)).access_token)
})
