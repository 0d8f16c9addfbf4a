// Hostile words in every name of an organization, and addresses that would be taken for others.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { openStage, type Stage } from '../../contract/stage.ts'
import { readable, type Visitor, visitorOn } from '../../support/dashboard.ts'
import { freshAddress } from '../../support/people.ts'

let stage: Stage
let owner: Visitor

before(async () => {
  stage = await openStage()
  owner = visitorOn(stage.url, stage.company.owner.session.cookie)
})

const pages = () => [
  '/app/keys',
  '/app/members',
  `/app/members/${stage.company.owner.id}`,
  '/app/domains',
  '/app/builds',
  '/app/webhooks',
  '/app/general',
  '/app/policy',
  '/app/usage',
  '/app/audit',
  '/app/apps',
  '/app/connect',
  '/app/restore',
]

type Node = DefaultTreeAdapterTypes.Node

function elements(node: Node): string[] {
  const own = 'tagName' in node ? [`${node.tagName} ${node.attrs.map(({ name }) => name).join(' ')}`] : []
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(elements) : [])]
}

const hostile = [
  '"><script>alert(1)</script>',
  `'"><img src=x onerror=alert(1)>`,
  '</title></head><body onload=alert(1)>',
  '</select></option><svg/onload=alert(1)>',
  'invoice\u202Egpj.exe',
  '{{7*7}} <!-- ]]>',
]

test('no name of a person, an organization, a key or a page becomes part of any page', async () => {
  for (const name of hostile) {
    const json = { headers: { 'content-type': 'application/json' } }
    const { session } = stage.company.owner
    await stage.send('PATCH', '/v1/me', { as: session, ...json, body: JSON.stringify({ name }) })
    await owner.post('/app/general/name', { name })
    await owner.post('/app/keys', { name, kind: 'service' })
    await owner.post('/app/members/invitations', { email: freshAddress('x'), role: 'member' })
    await stage.publish({ name, visibility: 'company' })
    for (const path of pages()) {
      const { status, text } = await owner.get(path)
      assert.equal(status, 200, path)
      const found = elements(parse(text))
      assert.deepEqual(
        found.filter(each => /\bon\w+|^script(?! src| type src)/.test(each)),
        [],
        `${path} ${name}`,
      )
      assert.doesNotMatch(text, /[\u202a-\u202e]/, path)
    }
  }
})

test('hostile values of forms come back as text', async () => {
  for (const text of hostile) {
    const answers = [
      await owner.post('/app/members/invitations', { email: text, role: 'member' }),
      await owner.post('/app/domains', { name: text }),
      await owner.post('/app/builds', { issuer: text, repositoryId: text, ref: text, environment: text }),
      await owner.post('/app/webhooks', { url: text, format: text, 'hears-pages': 'on' }),
      await owner.post('/app/general/end', { confirm: `${text}!` }),
      await owner.get(`/app/members?${new URLSearchParams({ query: text })}`),
      await owner.get(`/app/audit?${new URLSearchParams({ actor: text, from: text, action: text })}`),
      await owner.get(`/app/usage?${new URLSearchParams({ done: text })}`),
      await visitorOn(stage.url, null).get(`/invite/${encodeURIComponent(text)}`),
    ]
    for (const { status, text: html } of answers) {
      assert.ok(status < 500, html.slice(0, 300))
      const found = elements(parse(html))
      assert.deepEqual(
        found.filter(each => /\bon\w+|^script(?! src| type src)|^img/.test(each)),
        [],
        text,
      )
    }
  }
})

test('a look-alike address is shown as what it is', async () => {
  const invite = (email: string) => owner.post('/app/members/invitations', { email, role: 'member' })
  await invite('ana@\u0440\u0430ypal.example')
  await invite('\u0430na@paypal.example')
  await invite('ana@paypal.example')
  const page = readable((await owner.get('/app/members')).text)
  assert.match(page, /ana@xn--ypal-43d9g\.example \(written \u0440\u0430ypal\.example, in other letters\)/)
  assert.match(page, /\u0430na@paypal\.example \(has letters beyond a to z\)/)
  assert.match(page, / ana@paypal\.example (?!\()/)
})

test('no line break in an address or a name reaches the head of a mail', async () => {
  const email = freshAddress('victim')
  for (const bad of [
    `${email}\r\nBcc: everybody@example.com`,
    `${email}\nSubject: hello`,
    `"${email}"\r\n\r\nbody`,
    `${email},other@example.com`,
    `Ana <${email}>`,
    `${email}\u0000`,
  ]) {
    const answer = await owner.post('/app/members/invitations', { email: bad, role: 'member' })
    assert.equal(answer.status, 422, bad)
  }
  assert.equal((await stage.service.mail.to(email)).length, 0)
  await owner.post('/app/general/name', { name: 'Acme\r\nBcc: everybody@example.com' })
  await owner.post('/app/members/invitations', { email, role: 'member' })
  const [letter] = await stage.service.mail.wait(email, 1)
  assert.equal(letter!.subject, 'Invitation to Acme Bcc: everybody@example.com')
  assert.equal((await stage.service.mail.to('everybody@example.com')).length, 0)
})
