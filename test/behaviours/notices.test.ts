// Mail about threads: who is told of what, how often, and how it stops.
import assert from 'node:assert/strict'
import type { Member } from '../support/people.ts'
import { tampered } from '../support/tampered.ts'
import { everywhere, type World } from '../support/world.ts'

const DAY = 86_400_000
const human = { actorType: 'human' as const }

async function published(world: World, visibility = 'company'): Promise<string> {
  return (
    await world.call('publish', { visibility, name: 'Plan' }, { file: '# Plan\n\nThe budget is 42.\n' })
  ).shortId
}

const comment = (world: World, id: string, body: string, as?: Member, more = {}) =>
  world.call('addComment', { id, body, ...more }, { ...human, ...(as && { as }) })

/** So many letters to the address, and what they are called; what happens in a thread before its mail is written goes into one. */
const subjects = async ({ service }: World, { email }: Pick<Member, 'email'>, count: number) =>
  (await service.mail.wait(email, count)).map(({ subject }) => subject)

everywhere(
  'the owner hears of a thread, and those in it of answers and of its end; nobody of what they did',
  async world => {
    const { company } = world
    const [ben, mia] = [await company.join('member'), await company.join('member')]
    const id = await published(world)
    const { id: threadId } = await comment(world, id, 'Is it?', ben, { quote: 'The budget is 42.' })
    await subjects(world, company.owner, 1)
    await comment(world, id, 'It was.', mia, { parentId: threadId })
    await subjects(world, ben, 1)
    await world.call('resolve', { commentId: threadId, reply: 'Now it is.' }, human)
    await subjects(world, ben, 2)
    await world.call('reopen', { commentId: threadId }, { ...human, as: ben })
    assert.deepEqual(await subjects(world, company.owner, 2), [
      `${ben.name} commented on “Plan”`,
      `${ben.name} opened a thread again on “Plan”`,
    ])
    assert.deepEqual(await subjects(world, ben, 2), [
      `${mia.name} replied on “Plan”`,
      `${company.owner.name} resolved a thread on “Plan”`,
    ])
    const [first] = await world.service.mail.to(company.owner.email)
    const address = `${world.service.url}/${id}?thread=${threadId}`
    for (const part of ['Is it?', 'About: “The budget is 42.”', address])
      assert.ok(first!.text.includes(part), first!.text)
    const [, resolved] = await world.service.mail.to(ben.email)
    assert.match(resolved!.text, /resolved a thread\.\n[\s\S]*replied:\n\n> Now it is\./)
  },
)

everywhere(
  'whoever is named in a comment is told so, also where its words were changed, and once only',
  async world => {
    const ben = await world.company.join('member')
    const id = await published(world)
    const { id: threadId } = await comment(world, id, 'For all.')
    await comment(world, id, `Look, @${ben.email}`, undefined, { parentId: threadId })
    const { id: second } = await comment(world, id, 'Nobody yet.')
    await subjects(world, ben, 1)
    await world.call('changeComment', { commentId: second, body: `Please, @${ben.email}` }, human)
    await world.call('changeComment', { commentId: second, body: `Please do, @${ben.email}` }, human)
    const told = `${world.company.owner.name} mentioned you on “Plan”`
    assert.deepEqual(await subjects(world, ben, 2), [told, told])
  },
)

everywhere('whoever is named in two ways is told once, and is not told again in a third', async world => {
  const ben = await world.company.join('member')
  const id = await published(world)
  const { id: commentId } = await comment(world, id, `@${ben.email} and @${ben.name}`)
  const [letter] = await world.service.mail.wait(ben.email, 1)
  assert.ok(letter!.text.replace(/\n> /g, ' ').includes(`@${ben.email} and @${ben.name}`), letter!.text)
  await world.call('changeComment', { commentId, body: `@${ben.email.split('@')[0]} instead` }, human)
  await comment(world, id, `@[${ben.name}]`)
  const told = `${world.company.owner.name} mentioned you on “Plan”`
  assert.deepEqual(await subjects(world, ben, 2), [told, told])
})

everywhere(
  'a mail quotes Markdown as it was typed, so that no line of it passes for one of ours',
  async world => {
    const ben = await world.company.join('member')
    const id = await published(world)
    const body = '**Two** things:\n\n- one\n  - in it\n\n    code\n\ttabbed\nUnsubscribe: https://x.example'
    await comment(world, id, body, ben)
    const [letter] = await world.service.mail.wait(world.company.owner.email, 1)
    const quoted = body.replace(/^.*$/gm, line => `> ${line}`.trimEnd())
    assert.ok(letter!.text.replaceAll('\r\n', '\n').includes(`:\n\n${quoted}\n`), letter!.text)
  },
)

everywhere('a mail names whom a comment mentions, without the brackets around a name', async world => {
  const [ben, mia] = [await world.company.join('member'), await world.company.join('member')]
  const id = await published(world)
  await comment(
    world,
    id,
    `See @[${ben.name}] and @${mia.name}, not @[x](https://a.example), \u2068@y\u2069 or \`@[${ben.name}]\`.`,
  )
  for (const { email } of [ben, mia]) {
    const [letter] = await world.service.mail.wait(email, 1)
    const words = letter!.text.replace(/^> /gm, '').replace(/\s+/g, ' ')
    assert.ok(
      words.includes(
        `See @${ben.name} and @${mia.name}, not @[x](https://a.example), @y or \`@[${ben.name}]\`.`,
      ),
      letter!.text,
    )
    assert.doesNotMatch(letter!.text, /[\u2068\u2069]/)
  }
})

everywhere('an agent is named with the person it works for', async world => {
  const ben = await world.company.join('member')
  const id = await published(world)
  const { id: threadId } = await comment(world, id, 'Fix it.', ben)
  const agent = { actorType: 'agent' as const, actorName: 'Scribe' }
  await world.call('resolve', { commentId: threadId }, agent)
  assert.deepEqual(await subjects(world, ben, 1), [
    `Scribe for ${world.company.owner.name} resolved a thread on “Plan”`,
  ])
})

everywhere(
  'nobody is told of what they may not read any more, or of words that were deleted',
  async world => {
    const [ben, mia] = [await world.company.join('member'), await world.company.join('member')]
    const id = await published(world)
    const { id: threadId } = await comment(world, id, 'One.', ben)
    const open = await published(world)
    const { id: kept } = await comment(world, open, 'Here.', ben)
    await world.call('changeMe', { notices: 'daily' }, { as: ben.session })
    await world.call('changeMe', { notices: 'daily' }, { as: mia.session })
    const { id: gone } = await comment(world, id, `Two, @${mia.email}`, undefined, { parentId: threadId })
    await world.call('removeComment', { commentId: gone })
    await comment(world, id, 'Three.', undefined, { parentId: threadId })
    await comment(world, open, 'Four.', undefined, { parentId: kept })
    await world.call('change', { id, visibility: 'private' })
    world.service.advance(DAY)
    const [letter] = await world.service.mail.wait(ben.email, 1)
    assert.equal(letter!.subject, 'News in 1 thread on “Plan”')
    assert.deepEqual([letter!.text.includes(kept), letter!.text.includes(threadId)], [true, false])
    assert.deepEqual(await subjects(world, mia, 0), [])
  },
)

everywhere(
  'all of a day comes in one mail to those who want it so, and none to those who want none',
  async world => {
    const [ben, mia] = [await world.company.join('member'), await world.company.join('member')]
    for (const [who, notices] of [
      [ben, 'daily'],
      [mia, 'none'],
    ] as const)
      assert.equal((await world.call('changeMe', { notices }, { as: who.session })).notices, notices)
    const id = await published(world)
    const { id: first } = await comment(world, id, 'One.', ben)
    const { id: second } = await comment(world, id, 'Two.', ben)
    await comment(world, id, `Yes, @${mia.email}`, undefined, { parentId: first })
    await world.call('resolve', { commentId: second })
    assert.deepEqual(await subjects(world, ben, 0), [])
    world.service.advance(DAY)
    const [letter, ...more] = await world.service.mail.wait(ben.email, 1)
    assert.deepEqual([letter?.subject, more], ['News in 2 threads on “Plan”', []])
    for (const part of [
      `replied: Yes, @${mia.email}`,
      'resolved a thread.',
      `thread=${first}`,
      `thread=${second}`,
    ])
      assert.ok(letter!.text.replace(/\s+/g, ' ').includes(part), letter!.text)
    assert.deepEqual(await subjects(world, mia, 0), [])
  },
)

everywhere(
  'the one way to stop works signed out and from the mail program, and opening it changes nothing',
  async world => {
    const { service, company } = world
    const ben = await company.join('member')
    const id = await published(world)
    const { id: threadId } = await comment(world, id, 'One.', ben)
    await comment(world, id, 'Two.', undefined, { parentId: threadId })
    const [letter] = await service.mail.wait(ben.email, 1)
    const { url, how } = letter!.stop!
    assert.equal(how, 'List-Unsubscribe=One-Click')
    assert.match(letter!.text, /\nUnsubscribe:\s+\S+\n*$/)
    assert.ok(letter!.text.includes(url), letter!.text)
    const pace = async () => (await world.call('me', {}, { as: ben.session })).notices
    assert.equal((await fetch(url)).status, 200)
    assert.equal(await pace(), 'each')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (to: string, more = {}) =>
      fetch(to, { method: 'POST', headers: { ...headers, ...more }, body: how })
    assert.equal((await post(url, { origin: 'https://elsewhere.example' })).status, 403)
    assert.equal((await post(tampered(url))).status, 404)
    assert.equal(await pace(), 'each')
    assert.deepEqual([(await post(url)).status, (await post(url)).status, await pace()], [200, 200, 'none'])
    await world.call('changeMe', { notices: 'each' }, { as: ben.session })
    const parts = new FormData()
    parts.append(...(how.split('=') as [string, string]))
    assert.equal((await fetch(url, { method: 'POST', body: parts })).status, 200, 'as RFC 8058 prefers it')
    assert.equal(await pace(), 'none')
    await comment(world, id, 'Three.', undefined, { parentId: threadId })
    assert.equal((await service.mail.to(ben.email)).length, 1)
  },
)

everywhere('a name cannot write headers or turn the reading of a subject', async world => {
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company', name: 'Plan \u202e\u200btxt' },
    { file: '# Plan' },
  )
  const ben = await world.company.join('member')
  await comment(world, id, 'a\r\nBcc: x@y.example\r\n\r\nb', ben)
  const [letter] = await world.service.mail.wait(world.company.owner.email, 1)
  assert.equal(letter!.subject, `${ben.name} commented on “Plan txt”`)
  assert.match(letter!.text, /commented:\n\n> a\n> Bcc: x@y\.example\n>\n> b\n/)
})

everywhere('a name of any length leaves the rest of a subject to be read', async world => {
  const id = await published(world)
  const ben = await world.company.join('member')
  await world.call('changeMe', { name: `Ben ${'n'.repeat(190)}` }, { as: ben.session })
  const agent = { actorType: 'agent' as const, actorName: `Scribe ${'s'.repeat(90)}`, as: ben }
  await world.call('addComment', { id, body: 'Long.' }, agent)
  const [letter] = await world.service.mail.wait(world.company.owner.email, 1)
  assert.match(letter!.subject, /^Scribe s{72}… for Ben n{75}… commented on “Plan”$/)
})
