// A comment tells the people who are drawn in it, by the same words, whatever is written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentTree } from '../../src/content/markdown/comment-markdown.ts'
import { type CommentNode, textOf } from '../../src/content/markdown/comment-tree.ts'
import type { Artifact } from '../../src/domain/artifact.ts'
import { comparable } from '../../src/domain/mentions.ts'
import { mentionsIn } from '../../src/operations/comments/mentions.ts'
import type { MemberRow, Rows } from '../../src/storage/records.ts'
import { namingCases, spelledCases } from '../support/naming-cases.ts'
import { fc } from '../support/properties.ts'

const people = [
  { name: 'Ann', email: 'ann@e.example' },
  { name: 'Ann `Lee', email: 'lee@e.example' },
  { name: 'Lee](x', email: 'bob@e.example' },
  { name: 'Bob', email: 'b.b@e.example' },
  { name: 'νικοσ', email: 'n@e.example' },
  { name: 'Kim', email: 'kim1@e.example' },
  { name: 'Kim', email: 'kim2@e.example' },
]

const artifact = {
  organization: { id: 'o', requireSignInProvider: false },
  visibility: 'company',
  ...{ owner: null, hidden: null, sharedWith: [] },
} as unknown as Artifact

/** Looks these people up, and counts how often it was asked. */
function subject(all: readonly { name: string; email: string }[], asked = { times: 0 }) {
  const members: MemberRow[] = all.map((person, index) => ({
    person: { id: `p${index}`, emailVerifiedAt: 1, ...person } as unknown as MemberRow['person'],
    role: 'member',
    joinedAt: index,
  }))
  const page: Rows['members']['page'] = async ({ text }) => {
    asked.times += 1
    const part = text!.toLowerCase()
    return members.filter(({ person: { name, email } }) => `${name}\n${email}`.toLowerCase().includes(part))
  }
  return { artifact, rows: { members: { page } } } as unknown as Parameters<typeof mentionsIn>[0]
}

async function told(body: string, all = people): Promise<string[]> {
  return (await mentionsIn(subject(all), body)).flatMap(({ words }) => words)
}

const drawn = (nodes: readonly CommentNode[]): string[] =>
  nodes.flatMap(node => {
    if (typeof node === 'string') return []
    return node.attributes.class === 'mention' ? [textOf(node.children).slice(1)] : drawn(node.children)
  })

/** Each once, whatever its capitals. */
const once = (words: readonly string[]): string[] => [...new Set(words.map(comparable))].sort()

async function agrees(body: string, all = people): Promise<void> {
  const words = await told(body, all)
  assert.deepEqual(once(drawn(commentTree(body, words))), once(words), body)
  assert.equal(once(words).length, words.length, body)
}

test('the words that are told are those that are drawn', async () => {
  const bob = { name: 'Bob', part: 'b.b', address: 'b.b@e.example' }
  for (const [body, words] of spelledCases(bob)) {
    assert.deepEqual(once(await told(body, people.slice(3))), once(words), body)
    await agrees(body)
  }
  for (const [body, times] of namingCases)
    assert.deepEqual(await told(body, people.slice(3)), times > 0 ? ['Bob'] : [], body)
})

test('the title of a link names nobody, even where a name that is drawn makes it text', async () => {
  for (const title of ['`") @b.b `', '`") ` @b.b `', '@b.b")']) {
    const body = `@[Bob](https://e.example "${title}`
    assert.deepEqual(await told(body, people.slice(3)), ['Bob'], body)
    await agrees(body, people.slice(3))
  }
})

test('nobody is told who is drawn only while another name, which is not drawn itself, is known', async () => {
  const body = '![@b.b](https://e.example/) ![@[Ann `Lee] a](https://e.example/) @b.b `'
  assert.deepEqual(await told(body), [])
  await agrees(body)
})

test('a Greek name is one name, whichever sigma its end has', async () => {
  for (const body of ['@νικοσ and @ΝΙΚΟΣ.α', '@[νικοσ] @ΝΙΚΟΣ.α']) {
    assert.equal((await mentionsIn(subject(people), body)).length, 1, body)
    await agrees(body)
  }
})

test('a member is told once, with each of the words', async () => {
  const body = '@bob, @Bob and @b.b, @ann@e.example, @kim and @kim2'
  assert.deepEqual(await mentionsIn(subject(people.slice(3)), body), [
    { personId: 'p0', words: ['bob', 'b.b'] },
    { personId: 'p3', words: ['kim2'] },
  ])
})

test('whatever is written, the words that are told are those that are drawn', async () => {
  const pieces = [
    '@',
    '@[',
    ']',
    '](https://a.b "',
    '")',
    '`',
    '``',
    '![',
    '[',
    '|',
    '\n',
    '\n|-|-|\n',
    '- ',
    '**',
    '\\',
    ' ',
  ]
  const names = people.flatMap(({ name, email }) => [
    ...[`@${name}`, `@[${name}]`, `@${email} `, `@${email.toUpperCase()}.`, `@[${email}]`],
    `@${email.split('@')[0]} `,
  ])
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...names))
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), parts => agrees(parts.join(''))),
    { numRuns: 1000 },
  )
})

test('a comment in which each name hides the next one tells those whom it draws', async () => {
  const chain = Array.from({ length: 20 }, (_, n) => `a${n}@e.example`)
  const all = chain.map(email => ({ name: 'x', email }))
  const marks = (n: number) => '`'.repeat(n + 1)
  const links = chain.map((email, n) => `@[${email}](https://a.b "${marks(n)}") ${marks(n)} `)
  for (const length of [1, 2, 3, 6, 20])
    await agrees(links.slice(0, length).join('') + Array.from({ length }, (_, n) => marks(n)).join(' '), all)
})

test('no more than 20 names are looked up or told in a comment', async () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ name: `Ann ${n}x`, email: `n${n}@e.example` }))
  assert.equal((await told(many.map(({ name }) => `@[${name}]`).join(' '), many)).length, 20)
  assert.equal((await told(many.map(({ name }) => `@${name}`).join(' '), many)).length, 20)
  const asked = { times: 0 }
  await mentionsIn(subject(many, asked), many.map(({ email }) => `@${email}`).join(' '))
  assert.equal(asked.times, 20)
})
