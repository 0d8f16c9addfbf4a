// Merges beyond the size limit: whichever of the three files is too large, the update stays a conflict.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart, type Received, send } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

const lines = 'one\ntwo\nthree\nfour\nfive\nsix\n'
const tail = `${'x'.repeat(99)}\n`.repeat(115_344)
const ours = lines.replace('six', 'SIX')
const theirs = lines.replace('one', 'ONE')

test('a merge with a file above 10 MB on any side stays a conflict without details', async t => {
  const service = await startService()
  if (isSkip(service)) return t.skip(service.skip)
  t.after(() => service.stop())
  const { owner } = await service.organization()

  const write = (method: string, path: string, value: string, others: object = {}): Promise<Received> => {
    const { headers, body } = multipart([{ name: 'file', value, filename: 'a.md' }])
    const sent = { method, headers: { ...headers, ...others, authorization: `Bearer ${owner.key}` }, body }
    return send(`${service.url}/v1/artifacts${path}`, sent)
  }

  /** Returns the answer to a merge of `mine` into `saved`, both made from `base`. */
  async function merge(base: string, saved: string, mine: string): Promise<Received> {
    const { shortId } = (await write('POST', '', base)).json
    const named = { 'if-match': '"v1"' }
    assert.equal((await write('PUT', `/${shortId}`, saved, named)).status, 200)
    return write('PUT', `/${shortId}?merge=true`, mine, named)
  }

  assert.ok(tail.length > 11 * 1_048_576)
  const small = await merge(lines, theirs, ours)
  assert.deepEqual([small.status, small.json.merged, small.json.version], [200, true, 3])
  for (const [what, base, saved, mine] of [
    ['theirs', lines, theirs + tail, ours],
    ['mine', lines, theirs, ours + tail],
    ['base', lines + tail, theirs, ours],
  ] as const) {
    const { status, json } = await merge(base, saved, mine)
    assert.deepEqual([status, json.code, json.currentVersion], [412, 'version_conflict', 2], what)
    assert.equal('conflicts' in json, false, what)
  }
})
