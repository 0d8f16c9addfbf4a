// The audit as a page and as a file: filtered, whole however long it is, and safe to open in a spreadsheet.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { uuid } from '../../../src/operations/kernel/uuid.ts'
import { openStage, type Stage } from '../../contract/stage.ts'
import { readable, type Visitor, visitorOn } from '../../support/dashboard.ts'
import type { Company } from '../../support/people.ts'

let stage: Stage
let company: Company
let owner: Visitor
const rows = 2100

/** Rows a minute apart, ending now; every third by an agent. */
async function fill({ service }: Stage, of: Company): Promise<void> {
  const now = service.context.clock()
  for (let start = 0; start < rows; start += 300)
    await service.context.records.transaction(async each => {
      for (let n = start; n < start + 300; n++) {
        const createdAt = now - n * 60_000
        await each.journal.audit({
          ...{ id: uuid(createdAt), organizationId: of.id, action: 'publish', subject: 'aB3dEfGh1J' },
          ...{ personId: of.owner.id, credential: 'x', actorType: n % 3 === 0 ? 'agent' : 'human' },
          ...{ actorName: '=cmd()', authorName: of.owner.name, surface: 'rest', client: null },
          ...{ data: { n }, createdAt },
        })
      }
    })
}

before(async () => {
  stage = await openStage()
  company = await stage.service.organization()
  owner = visitorOn(stage.url, company.owner.session.cookie)
  await fill(stage, company)
})

const numbersIn = (csv: string): number[] =>
  [...csv.matchAll(/""n"":(\d+)/g)].map(([, number]) => Number(number))

test('CSV holds every row once, newest first, under one head', async () => {
  const { text, headers, status } = await owner.get('/app/audit/export.csv?action=publish')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="audit.csv"')
  assert.deepEqual(
    numbersIn(text),
    Array.from({ length: rows }, (_, n) => n),
  )
  assert.equal(text.match(/createdAt,action/g)!.length, 1)
  assert.ok(text.startsWith('createdAt,action'))
  assert.doesNotMatch(text, /,=cmd/)
})

test('JSON holds the same', async () => {
  const { json } = await owner.get('/app/audit/export.json?action=publish')
  assert.equal(json.data.length, rows)
  assert.deepEqual(json.data[rows - 1].details, { n: rows - 1 })
  const none = await owner.get('/app/audit/export.json?action=nothing')
  assert.deepEqual(none.json, { data: [] })
})

test('files and pages are filtered alike; days are whole ones', async () => {
  const agents = await owner.get('/app/audit/export.json?action=publish&actorType=agent')
  assert.equal(agents.json.data.length, rows / 3)
  const today = new Date(stage.service.context.clock()).toISOString().slice(0, 10)
  const day = await owner.get(`/app/audit/export.json?action=publish&from=${today}&to=${today}`)
  assert.ok(day.json.data.length > 0)
  assert.ok(day.json.data.every((row: { createdAt: string }) => row.createdAt.startsWith(today)))
  const page = await owner.get('/app/audit?action=publish&actorType=agent')
  const links = [...page.text.matchAll(/href="(\/app\/audit[^"]*)"/g)].map(([, href]) => href!)
  assert.ok(links.every(href => href === '/app/audit' || href.includes('action=publish&amp;actorType=agent')))
  const next = links.find(href => href.includes('cursor='))!.replaceAll('&amp;', '&')
  assert.match(readable((await owner.get(next)).text), /=cmd\(\) for/)
})

test('a browser is named on the page as people call it, and in the file as it calls itself', async () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const named = { body: JSON.stringify({ name: 'Named' }), as: company.owner.session }
  for (const client of [agent, 'curl/8.5.0 (a build)']) {
    const headers = { 'content-type': 'application/json', 'user-agent': client, origin: stage.url }
    const made = await stage.send('PATCH', '/v1/me', { ...named, headers })
    assert.equal(made.status, 200, made.text)
  }
  const page = readable((await owner.get('/app/audit?action=changeMe')).text)
  assert.match(page, /In the browser · Firefox on Linux/)
  assert.match(page, /API · curl\/8\.5\.0 \(a build\)/)
  assert.ok(!page.includes('Gecko'))
  assert.ok((await owner.get('/app/audit/export.csv?action=changeMe')).text.includes(agent))
})

test('a filter that cannot be read is said at its field; a file of it is a problem, not an empty file', async () => {
  const page = await owner.get('/app/audit?from=yesterday')
  assert.equal(page.status, 422)
  assert.match(page.text, /<a href="#from">/)
  assert.equal((await owner.get('/app/audit/export.csv?to=tomorrow')).status, 422)
  assert.equal((await owner.get('/app/audit?cursor=made-up')).status, 422)
})

test('how long it is kept is said by plan', async () => {
  await company.setPlan('free')
  assert.match(readable((await owner.get('/app/audit')).text), /Kept for 30 days on your plan\./)
  await company.setPlan('enterprise')
  assert.match(readable((await owner.get('/app/audit')).text), /Kept for good\. Opening a page that is not/)
})
