// The server's status: who sees it, and that it tells what is so.
import assert from 'node:assert/strict'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readable, type Visitor, visitorOn } from '../../support/dashboard.ts'
import { closeConnections } from '../../support/http.ts'
import { freshAddress, joinOrganization } from '../../support/people.ts'
import { startService } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'
import { until } from '../../support/until.ts'

const backups = await mkdtemp(join(tmpdir(), 'recto-backups-'))
const started = await startService({ env: { RECTO_BACKUP: `${backups} every 90m` } })
if (isSkip(started)) throw new Error(started.skip)
const service = started
after(async () => {
  closeConnections()
  await service.stop()
  await rm(backups, { recursive: true })
})

const operatorId = service.context.operator!.organizationId

/** Somebody with the role in the organization that operates the server. */
async function operatorWith(role: 'owner' | 'admin' | 'member' | 'viewer'): Promise<Visitor> {
  const { session } = await joinOrganization(service.context, operatorId, role, freshAddress(role))
  return visitorOn(service.url, session.cookie)
}

test("only owners of the operator's organization see the status; for all others it does not exist", async () => {
  const company = await service.organization()
  const owner = await operatorWith('owner')
  assert.equal((await owner.get('/app/status')).status, 200)
  assert.match((await owner.get('/app/usage')).text, /href="\/app\/status"/)
  const others = [
    ...(await Promise.all((['admin', 'member', 'viewer'] as const).map(operatorWith))),
    visitorOn(service.url, company.owner.session.cookie),
  ]
  for (const other of others) {
    const missing = await other.get('/app/nothing-here')
    const answer = await other.get('/app/status')
    assert.equal(answer.status, 404)
    assert.equal(readable(answer.text), readable(missing.text))
    assert.doesNotMatch((await other.get('/app/usage')).text, /\/app\/status/)
  }
})

test('it tells version, schema, stores, queues, backups and jobs as they are', async t => {
  const owner = await operatorWith('owner')
  const shown = async () => readable((await owner.get('/app/status')).text)
  const text = await shown()
  assert.match(text, /Version \d+\.\d+\.\d+/)
  assert.match(text, new RegExp(`Database schema .*applied\\. ${service.context.records.archive.schema} `))
  assert.match(text, /Database It holds [\d.]+ [A-Za-z]+\. Works/)
  assert.match(text, /Files Works/)
  assert.match(text, /Mail .*outbox\. 0 waiting/)
  assert.match(text, /Webhooks 0 waiting/)
  assert.match(text, /Sweep Works/)
  assert.match(text, /Server processes 1 /)

  await until('a backup was made', async () =>
    /Last backup Made every 90 minutes\. (?!None yet)/.test(await shown()),
  )

  const { clock, records } = service.context
  const mail = {
    id: 'm1',
    to: 'nobody@example.com',
    subject: 'x',
    text: 'x',
    createdAt: clock() + 86_400_000,
  }
  await records.transaction(({ outbox }) => outbox.post(mail))
  assert.match(await shown(), /Mail .*outbox\. 1 waiting/)
  const [blobs, away] = [join(service.folder, 'blobs'), join(service.folder, 'elsewhere')]
  await rename(blobs, away)
  t.after(() => rename(away, blobs))
  assert.match(await shown(), /Files Their store does not answer\. Look into the log for the reason\. Fails/)
})
