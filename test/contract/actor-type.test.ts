// A caller says of itself what it is with `X-Actor-Type` (contract section 3, Attribution).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fileBody, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'company' })
})

const actorTypes: [header: string, byKey: string, byService: string][] = [
  ['human', 'human', 'service'],
  ['agent', 'agent', 'agent'],
  ['Agent', 'agent', 'agent'],
  ['HUMAN', 'human', 'service'],
  ['user', 'human', 'service'],
  ['User', 'human', 'service'],
  ['robot', 'agent', 'service'],
  ['service', 'agent', 'service'],
  ['system', 'agent', 'service'],
  ['human, agent', 'agent', 'service'],
  ['', 'agent', 'service'],
]

test('an actor type is taken in any case, user counts as human, and others count for nothing', async () => {
  const service = await stage.company.newKey('service')
  for (const [header, byKey, byService] of actorTypes)
    for (const [expected, as] of [
      [byKey, stage.company.owner],
      [byService, service],
    ] as const) {
      const { headers, body } = fileBody('x')
      const sent = { as, headers: { ...headers, 'x-actor-type': header }, body }
      const { json } = await stage.send('POST', '/v1/artifacts', sent)
      const { data } = (await stage.send('GET', `/v1/artifacts/${json.shortId}/versions`, { as })).json
      assert.equal(data[0].actorType, expected, `${header} with ${expected}`)
    }
})

test('an actor type is ignored on reads, which keep the name alone', async () => {
  const reads = [`/v1/artifacts/${id}/content`, `/v1/artifacts/${id}/text`, `/${id}/content`, `/${id}@1`]
  for (const path of reads) {
    const as = await stage.company.join('member')
    const headers = { 'x-actor-type': 'human', 'x-actor-name': 'Ana' }
    assert.equal((await stage.send('GET', path, { as, headers })).status, 200, path)
    await stage.service.context.readAudit.flush()
    const audit = await stage.send('GET', `/v1/organization/audit?action=view&actor=${as.id}`)
    const told = audit.json.data.map((row: Record<string, unknown>) => [row.actorType, row.actorName])
    assert.deepEqual(told, [['agent', 'Ana']], path)
  }
})
