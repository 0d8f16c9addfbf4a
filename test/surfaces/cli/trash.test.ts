// A page in the trash and .recto.json: recto delete marks its rows, recto undelete takes the marks away.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
})
after(() => desk.leave())

const publish = async (...words: string[]): Promise<string> =>
  (await desk.run(['publish', ...words])).json.shortId

/** Tells which short IDs are marked in .recto.json. */
async function marked(): Promise<string[]> {
  const { files } = JSON.parse(await desk.read('.recto.json'))
  const rows = Object.values(files).flat() as { shortId: string; trashed?: true }[]
  return rows.filter(({ trashed }) => trashed).map(({ shortId }) => shortId)
}

test('--update takes the page that is left where the other one of the file is in the trash', async () => {
  await desk.write('a.md', '# One')
  const [kept, other] = [await publish('a.md'), await publish('a.md', '--name', 'other')]
  const recorded = await desk.read('.recto.json')
  assert.equal((await desk.run(['delete', other])).code, 0)
  assert.deepEqual(await marked(), [other])
  await desk.write('a.md', '# Two')
  const updated = await desk.run(['publish', 'a.md', '--update'])
  assert.deepEqual([updated.code, updated.json.shortId, updated.json.version], [0, kept, 2], updated.stderr)
  const another = await desk.run(['publish', 'a.md'])
  assert.ok(another.stderr.includes(kept) && !another.stderr.includes(other), another.stderr)
  await desk.run(['delete', another.json.shortId])
  assert.equal((await desk.run(['undelete', other])).code, 0)
  assert.deepEqual(await marked(), [another.json.shortId])
  const refused = await desk.run(['publish', 'a.md', '--update'])
  assert.deepEqual([refused.code, recorded.includes(other)], [2, true])
  assert.match(refused.json.detail, /belongs to 2 pages/)
})

test('--update of a file whose only page is in the trash says how to bring it back', async () => {
  await desk.write('only.md', '# Only')
  const id = await publish('only.md')
  await desk.run(['delete', `${desk.service.url}/${id}`])
  const refused = await desk.run(['publish', 'only.md', '--update'])
  assert.equal(refused.code, 2)
  assert.ok(refused.json.detail.includes(`recto undelete ${id}`), refused.stderr)
  await desk.elsewhere(['undelete', id])
  await desk.write('only.md', '# Only, changed')
  assert.equal((await desk.run(['publish', 'only.md', '--id', id])).json.version, 2)
  await desk.write('only.md', '# Only, changed again')
  assert.equal((await desk.run(['publish', 'only.md', '--update'])).json.version, 3)
})

test('a folder below marks it too, a delete that fails marks nothing, and a damaged record is a warning', async () => {
  await desk.write('b.md', '# B')
  const id = await publish('b.md')
  const cwd = join(desk.folder, 'below', 'deeper')
  await mkdir(cwd, { recursive: true })
  const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key }
  const refused = await desk.run(['delete', id], { env: { ...env, RECTO_API_KEY: 'recto_u_wrong' } })
  assert.deepEqual([refused.code, (await marked()).includes(id)], [3, false])
  assert.equal((await desk.run(['delete', id], { cwd })).code, 0)
  assert.ok((await marked()).includes(id))
  await writeFile(join(cwd, '.recto.json'), 'nonsense')
  const back = await desk.run(['undelete', id], { cwd })
  assert.equal(back.code, 0)
  assert.match(back.stderr, /could not be written to \.recto\.json/)
})
