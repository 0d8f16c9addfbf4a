// Mail to people who are named on an artifact: who gets it, what it says, how much of it, and how it stops.
import assert from 'node:assert/strict'
import MarkdownIt from 'markdown-it'
import type { Company, Member } from '../support/people.ts'
import { freshAddress } from '../support/people.ts'
import { everywhere, type World } from '../support/world.ts'

const DAY = 86_400_000
const limited = { RECTO_RATE_LIMITS: 'on' }
const file = '# Plan\n\nWords.'

const { linkify } = new MarkdownIt({ linkify: true })

/** Returns the links that a program finds in plain text. */
const linksIn = (text: string): string[] => (linkify.match(text) ?? []).map(({ url }) => url)

/** The letters to the address, which are so many and no more. */
async function letters(world: World, address: string, count: number) {
  const found = await world.service.mail.wait(address, count)
  assert.equal(found.length, count)
  return found
}

const addressesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => freshAddress(`named${index}`)).sort()

everywhere(
  'notify mails each newly named person a link, and says whom; without it nobody is mailed',
  async world => {
    const [ann, ben, cem] = [freshAddress('ann'), freshAddress('ben'), freshAddress('cem')]
    const quiet = await world.call('publish', { visibility: 'company', sharedWith: [ann] }, { file })
    assert.equal('notified' in quiet, false)
    await letters(world, ann, 0)
    const message = 'Have a look, please.\nIt is short.'
    const input = { visibility: 'private', name: 'Plan', sharedWith: [ann, ben], notify: true, message }
    const { shortId: id, url, notified } = await world.call('publish', input, { file, actorType: 'human' })
    assert.deepEqual(notified, [ann, ben])
    const [letter] = await letters(world, ann, 1)
    assert.equal(letter!.subject, `${world.company.owner.name} shared “Plan” with you`)
    const said = `\n${url}\n\n${world.company.owner.name} writes:\n\n> Have a look, please.\n> It is short.\n`
    const text = letter!.text.replaceAll('\r\n', '\n')
    for (const part of [said, world.company.owner.email, ann]) assert.ok(text.includes(part), text)
    const added = await world.call('change', { id, addSharedWith: [ann, cem], notify: true })
    assert.deepEqual(added.notified, [cem])
    assert.deepEqual(added.sharedWith, [ann, ben, cem])
    for (const address of [ann, ben, cem]) await letters(world, address, 1)
    const same = await world.call('change', { id, addSharedWith: [cem], notify: true })
    assert.deepEqual(same.notified, [])
    await world.call('change', {
      id,
      visibility: 'company',
      dryRun: true,
      notify: true,
      addSharedWith: [freshAddress()],
    })
    const copied = await world.call('copy', {
      id,
      visibility: 'private',
      sharedWith: [ben],
      notify: true,
      message: 'Mine.',
    })
    assert.deepEqual(copied.notified, [ben])
    const mail = (await letters(world, ben, 2))[1]!
    assert.ok(mail.text.includes(copied.url) && mail.text.includes('> Mine.'), mail.text)
  },
)

everywhere(
  'no mail program finds a link in what the sharer wrote, and a message ends at 500 characters',
  async world => {
    const ann = freshAddress('ann')
    const message =
      'Pay at https://evil.com/pay, //evil.com, www.evil.com or mail bad@evil.com. A long line it is.\nStop: http://10.0.0.1/x'
    const input = { visibility: ann, name: 'Free at https://evil.com', notify: true, message }
    const { url } = await world.call('publish', input, { file, actorName: 'https://robot.com' })
    const [letter] = await letters(world, ann, 1)
    const ours = [url, letter!.stop!.url, `mailto:${world.company.owner.email}`, `mailto:${ann}`]
    const found = [...linksIn(letter!.subject), ...linksIn(letter!.text)]
    assert.deepEqual(found.toSorted(), ours.toSorted(), letter!.text)
    assert.match(
      letter!.text.replaceAll('\u200a', ''),
      /\n> Pay at https:\/\/evil.com\/pay, [^\n]*\n> [^\n]+\n> Stop: /,
    )
    const named = { visibility: freshAddress('ben'), notify: true }
    await world.refused('invalid_input', 'publish', { ...named, message: 'é'.repeat(501) }, { file })
    await world.call('publish', { ...named, message: '🙂'.repeat(500) }, { file })
  },
)

everywhere('a person is mailed about an artifact once a day, and the answer does not tell', async world => {
  const ann = freshAddress('ann')
  const { shortId: id } = await world.call('publish', { visibility: ann, notify: true }, { file })
  const again = async () => {
    await world.call('change', { id, removeSharedWith: [ann] })
    return (await world.call('change', { id, addSharedWith: [ann], notify: true })).notified
  }
  assert.deepEqual(await again(), [ann])
  await letters(world, ann, 1)
  world.service.advance(DAY + 1)
  assert.deepEqual(await again(), [ann])
  await letters(world, ann, 2)
})

everywhere(
  'an address gets five mails about sharing a day, whoever shares; the answer does not tell',
  async world => {
    const ann = freshAddress('ann')
    const other = await world.service.organization()
    for (let mail = 0; mail < 7; mail += 1) {
      const as = mail % 2 === 0 ? world.company.owner : other.owner
      const { notified } = await world.call('publish', { visibility: ann, notify: true }, { file, as })
      assert.deepEqual(notified, [ann])
    }
    await letters(world, ann, 5)
    world.service.advance(DAY + 1)
    await world.call('publish', { visibility: ann, notify: true }, { file })
    await letters(world, ann, 6)
  },
)

everywhere(
  'a person causes 10 mails a day on Free and 50 elsewhere; over it nothing changes at all',
  async world => {
    const free = await world.service.organization('free')
    for (const [company, limit] of [
      [free, 10],
      [world.company, 50],
    ] as const)
      await spent(world, company, limit)
  },
  limited,
)

/** Uses the limit up with one artifact, then finds nothing left, whatever is asked. */
async function spent(world: World, { owner, newKey }: Company, limit: number): Promise<void> {
  const options = { as: owner, file }
  const named = addressesOf(limit)
  const made = await world.call('publish', { visibility: 'public', sharedWith: named, notify: true }, options)
  assert.deepEqual(made.notified, named)
  const more = freshAddress('more')
  const id = made.shortId
  const refusal = await world.refused(
    'rate_limited',
    'change',
    { id, addSharedWith: [more], notify: true },
    options,
  )
  assert.ok(Number(world.fact(refusal, 'retryAfter') ?? 1) > 0)
  await world.refused(
    'rate_limited',
    'publish',
    { visibility: 'public', sharedWith: [more], notify: true },
    options,
  )
  await world.refused(
    'rate_limited',
    'copy',
    { id, visibility: 'public', sharedWith: [more], notify: true },
    { as: owner },
  )
  const now = await world.call('get', { id }, { as: owner })
  assert.deepEqual([now.sharedWith, (await world.call('list', {}, { as: owner })).data.length], [named, 1])
  await letters(world, more, 0)
  await world.call('change', { id, addSharedWith: [more] }, { as: owner })
  const service = await newKey('service')
  const byKey = { visibility: 'public', sharedWith: [freshAddress()], notify: true }
  assert.equal((await world.call('publish', byKey, { as: service, file })).notified.length, 1)
}

everywhere(
  'who unsubscribed gets no mail about sharing, is not told apart, and may have it again',
  async world => {
    const ann = freshAddress('ann')
    const share = async (as?: Member) =>
      (await world.call('publish', { visibility: ann, notify: true }, { file, ...(as && { as }) })).notified
    await share()
    const stop = (await letters(world, ann, 1))[0]!.stop!
    assert.match(stop.how, /^List-Unsubscribe=One-Click$/)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const post = (url: string, headers = {}) => fetch(url, { method: 'POST', headers, body })
    assert.equal((await fetch(stop.url)).status, 200)
    await share()
    await letters(world, ann, 2)
    assert.equal((await post(stop.url)).status, 200)
    const other = await world.service.organization()
    assert.deepEqual([await share(), await share(other.owner)], [[ann], [ann]])
    await letters(world, ann, 2)
    assert.equal((await post(`${stop.url}/undo`)).status, 403)
    assert.equal((await post(`${stop.url}/undo`, { Origin: world.service.url })).status, 200)
    await share()
    await letters(world, ann, 3)
    for (const url of [
      `${stop.url}0`,
      stop.url.replace(/\/[0-9a-f]{4}/, '/0000'),
      `${world.service.url}/stop/x.y`,
    ])
      assert.equal((await post(url)).status, 404)
  },
)
