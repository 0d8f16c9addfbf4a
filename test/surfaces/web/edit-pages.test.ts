// The editor's page over HTTP: for whom it is, and which files it takes.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import type { Member } from '../../support/people.ts'
import { visitor } from './visitor.ts'

describe('the editor', () => {
  let stage: Stage
  let ana: Member

  before(async () => {
    stage = await openStage()
    ana = await stage.company.join('member')
  })

  const opened = (id: string, by: Member) => visitor(stage.url, by).open(`/app/artifacts/${id}/edit`)
  const published = (text: string) => stage.publish({ visibility: 'company' }, { text })

  test('is for those who may edit: readers are told, others find nothing', async () => {
    const id = await published('text')
    const hidden = await stage.publish({ visibility: 'private' })
    const viewer = await stage.company.join('viewer')
    const stranger = (await stage.service.organization()).owner
    for (const [who, at, status] of [
      [ana, id, 200],
      [viewer, id, 403],
      [stranger, id, 404],
      [ana, hidden, 404],
    ] as const)
      assert.equal((await opened(at, who)).status, status)
    const about = (await visitor(stage.url, ana).open(`/app/artifacts/${id}`)).text
    assert.match(about, new RegExp(`href="/app/artifacts/${id}/edit"`))
  })

  test('leads those whose file is too large for it to download it', async () => {
    const largest = 5 * 1_048_576
    assert.match((await opened(await published('x'.repeat(largest)), ana)).text, /data-editor/)
    const page = (await opened(await published('x'.repeat(largest + 1)), ana)).text
    assert.match(page, /too large to edit here/)
    assert.doesNotMatch(page, /data-editor/)
  })
})
