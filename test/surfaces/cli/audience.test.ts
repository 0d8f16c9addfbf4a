// After a command exactly the people who were meant can open a page, and every answer says so.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let count = 0

before(async () => {
  desk = await openDesk()
})
after(() => desk.leave())

async function published(...flags: string[]) {
  const name = `audience-${count++}.md`
  await desk.write(name, '# Minutes\n')
  return (await desk.run(['publish', name, ...flags])).json
}

const [ana, ben, cem, dee] = ['ana', 'ben', 'cem', 'dee'].map(name => `${name}@example.com`) as [
  string,
  string,
  string,
  string,
]

test('share --only leaves exactly the people named: private, unless an audience is given beside them', async () => {
  const starts: string[][] = [['--public'], ['--company'], ['--company', '--share', ben], ['--share', ben]]
  for (const flags of starts) {
    const { shortId } = await published(...flags)
    const { json } = await desk.run(['share', shortId, '--only', ana])
    assert.deepEqual([json.visibility, json.sharedWith], ['private', [ana]], flags.join(' '))
    assert.equal(json.canOpen, `The owner and ${ana} can open this page.`)
    const stored = (await desk.run(['get', shortId])).json
    assert.deepEqual([stored.visibility, stored.sharedWith], ['private', [ana]])
  }
  const { shortId } = await published('--public')
  const company = await desk.run(['share', shortId, '--company', '--only', ana])
  assert.deepEqual([company.json.visibility, company.json.sharedWith], ['company', [ana]])
  const nobody = await desk.run(['share', shortId, '--only'])
  assert.equal(nobody.json.canOpen, 'Only the owner can open this page.')
})

test('every command that changes an audience answers who can open it now', async () => {
  const company = `Anyone at ${desk.company.name} can open this page`
  const page = await published('--company', '--share', ana, '--share', ben)
  assert.equal(page.canOpen, `${company}, and ${ana} and ${ben}.`)
  const id = page.shortId
  const added = await desk.run(['share', id, cem, dee])
  assert.equal(added.json.canOpen, `${company}, and ${ana}, ${ben}, ${cem} and ${dee}.`)
  const open = await desk.run(['share', id, '--public'])
  assert.equal(open.json.canOpen, 'Anyone can open this page.')
  const copy = await desk.run(['copy', id, '--visibility', 'company'])
  assert.equal(copy.json.canOpen, `${company}.`)
  await desk.run(['delete', id])
  assert.equal((await desk.run(['undelete', id])).json.canOpen, 'Anyone can open this page.')
  const preview = await published('--public-preview')
  const claimed = await desk.run(['claim', preview.claimUrl])
  assert.equal(claimed.json.canOpen, 'Anyone can open this page.')
})

test('a person reads the first names and how many others there are', async () => {
  const { shortId } = await published()
  const people = Array.from({ length: 6 }, (_, n) => `p${n}@example.com`)
  const { stderr } = await desk.run(['share', shortId, ...people], { terminal: true })
  assert.match(
    stderr,
    /The owner and p0@example\.com, p1@example\.com, p2@example\.com and 3 others can open/,
  )
})
