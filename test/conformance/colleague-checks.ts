// Two people of an organization meet over HTTP: who reads what, who was faster, and who said what.
import assert from 'node:assert/strict'
import { formOf, type Wire, type WireChecks } from './wire.ts'

const json = { 'Content-Type': 'application/json' }

const change = (wire: Wire, id: string, settings: Record<string, unknown>) =>
  wire.send(`/v1/artifacts/${id}`, { method: 'PATCH', headers: json, body: JSON.stringify(settings) })

const published = async (wire: Wire, visibility: string): Promise<string> =>
  (await wire.publish('# Between two\n\nWords.\n', { visibility })).json.shortId

export const colleagueChecks: WireChecks = {
  'a private page is not there for a colleague, by whatever way': async wire => {
    const id = await published(wire, 'private')
    for (const rest of ['', '/metadata', '/content', '/text', '/versions', '/comments']) {
      const { status, json: problem } = await wire.sendAsColleague(`/v1/artifacts/${id}${rest}`)
      assert.deepEqual([status, problem?.code], [404, 'not_found'], rest)
    }
    const write = { method: 'PUT', headers: { 'If-Match': '"v1"' }, body: formOf('# Theirs\n') }
    assert.equal((await wire.sendAsColleague(`/v1/artifacts/${id}`, write)).status, 404)
    const { json: listed } = await wire.sendAsColleague('/v1/artifacts?limit=100')
    assert.ok(!listed.data.some(({ shortId }: { shortId: string }) => shortId === id), 'it is listed')
  },

  'a person who is named reads a private page, until the name is taken away': async wire => {
    const id = await published(wire, 'private')
    const { email } = (await wire.sendAsColleague('/v1/me')).json.person ?? {}
    if (email === undefined) return 'RECTO_SECOND_KEY is not the key of a person'
    assert.equal((await change(wire, id, { addSharedWith: [email] })).status, 200)
    assert.equal((await wire.sendAsColleague(`/v1/artifacts/${id}/content`)).status, 200)
    assert.equal((await change(wire, id, { removeSharedWith: [email] })).status, 200)
    assert.equal((await wire.sendAsColleague(`/v1/artifacts/${id}/content`)).status, 404)
    return undefined
  },

  'of two updates from one version the second is refused, and tells the version that is current':
    async wire => {
      const id = await published(wire, 'company')
      const { can } = (await wire.sendAsColleague(`/v1/artifacts/${id}`)).json
      if (!can.includes('edit')) return 'RECTO_SECOND_KEY may not update pages'
      const update = (text: string) => ({
        method: 'PUT',
        headers: { 'If-Match': '"v1"' },
        body: formOf(text),
      })
      const theirs = await wire.sendAsColleague(`/v1/artifacts/${id}`, update('# Theirs\n'))
      assert.deepEqual([theirs.status, theirs.json.version], [200, 2])
      const ours = await wire.send(`/v1/artifacts/${id}`, update('# Ours\n'))
      assert.deepEqual([ours.status, ours.json.code, ours.json.currentVersion], [412, 'version_conflict', 2])
      assert.equal((await wire.send(`/v1/artifacts/${id}/content`)).text, '# Theirs\n')
      return undefined
    },

  'a comment of one is answered and resolved by the other, each under their own name': async wire => {
    const id = await published(wire, 'company')
    const asked = { method: 'POST', headers: json, body: JSON.stringify({ body: 'Which words?' }) }
    const thread = await wire.sendAsColleague(`/v1/artifacts/${id}/comments`, asked)
    if (thread.status === 403) return 'RECTO_SECOND_KEY may not comment'
    assert.equal(thread.status, 201)
    const answer = { method: 'POST', headers: json, body: JSON.stringify({ reply: 'These.' }) }
    const resolved = await wire.send(`/v1/comments/${thread.json.id}/resolve`, answer)
    assert.deepEqual([resolved.status, resolved.json.status], [200, 'resolved'])
    assert.equal(resolved.json.replies[0].body, 'These.')
    assert.notDeepEqual(resolved.json.author, resolved.json.replies[0].author)
    const seen = await wire.sendAsColleague(`/v1/artifacts/${id}/comments?status=resolved`)
    assert.deepEqual([seen.json.totalCount, seen.json.data[0].id], [1, thread.json.id])
    return undefined
  },
}
