// The agent skill at its well-known address: the index by the discovery draft 0.2.0, and the file whose digest it names.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { openStage } from './stage.ts'

const PATH = '/.well-known/agent-skills/'

let stage: Awaited<ReturnType<typeof openStage>>

before(async () => {
  stage = await openStage()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  stage.send('GET', path, { as: 'nobody', headers })

test('the index names the skill, when to use it, and the digest of its bytes', async () => {
  const answer = await get(`${PATH}index.json`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  const { $schema, skills, ...rest } = JSON.parse(answer.text)
  assert.deepEqual(rest, {})
  assert.equal($schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
  assert.equal(skills.length, 1)
  const [{ description, digest, ...entry }] = skills
  assert.deepEqual(entry, { name: 'recto', type: 'skill-md', url: `${PATH}recto/SKILL.md` })
  const skill = await get(entry.url)
  assert.equal(skill.headers['content-type'], 'text/markdown; charset=utf-8')
  assert.equal(digest, `sha256:${createHash('sha256').update(skill.text).digest('hex')}`)
  assert.ok(skill.text.startsWith(`---\nname: recto\ndescription: ${description}\n`))
  assert.ok(description.length > 0 && description.length <= 1024)
})

test('the skill names this server, wherever it stands', async () => {
  const { text } = await get(`${PATH}recto/SKILL.md`)
  assert.ok(text.includes(`The server is ${stage.url}.`))
  assert.doesNotMatch(text, /\{RECTO_URL\}/)
})

test('both may be kept, asked for again by their ETag, and read by pages of any site', async () => {
  for (const path of [`${PATH}index.json`, `${PATH}recto/SKILL.md`]) {
    const { headers } = await get(path)
    assert.equal(headers['cache-control'], 'public, max-age=3600')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers.vary, undefined)
    const again = await get(path, { 'if-none-match': headers.etag as string })
    assert.deepEqual([again.status, again.text], [304, ''])
    const head = await stage.send('HEAD', path, { as: 'nobody' })
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', headers.etag])
  }
})

test('nothing else stands there', async () => {
  for (const path of [PATH, `${PATH}other/SKILL.md`, `${PATH}recto/`, `${PATH}constructor`])
    assert.equal((await get(path)).status, 404)
  assert.equal((await stage.send('POST', `${PATH}index.json`, { as: 'nobody' })).status, 404)
})
