// Members named in a comment: which words name whom, and which name nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callAt, calledBy, namesOf } from '../../src/domain/mentions.ts'

const ana = { name: 'Ana', email: 'ana@acme.example' }
const lima = { name: 'Ana Lima', email: 'lima@acme.example' }
const zoe = { name: 'Zoë Ångström-Ruiz', email: 'zoe.a@acme.example' }
const twins = [
  { name: 'Kim Park', email: 'kim@acme.example' },
  { name: 'Kim Park', email: 'park@acme.example' },
]
const members = [ana, lima, zoe, ...twins]

const callsIn = (text: string) =>
  Array.from(text.matchAll(/@/g), ({ index }) => callAt(text, index)).filter(call => call !== null)

const called = (body: string) =>
  callsIn(body).flatMap(call => {
    const found = members.filter(({ name, email }) =>
      `${name}\n${email}`.toLowerCase().includes(call.sought.toLowerCase()),
    )
    return (
      calledBy(
        call,
        found.map(member => ({ ...member, names: namesOf(member) })),
      ) ?? []
    )
  })

const named = (body: string) => called(body).map(({ member }) => member.email)

test('a member is named by name, by address, by the part before its @, and in brackets', () => {
  assert.deepEqual(named('@ana please'), [ana.email])
  assert.deepEqual(named('Ask @Ana Lima, or @lima.'), [lima.email, lima.email])
  assert.deepEqual(named('(@ZOE.A@acme.example)'), [zoe.email])
  assert.deepEqual(named('@zoë ångström-ruiz: see'), [zoe.email])
  assert.deepEqual(named('@[Ana] Lima and @[lima@acme.example]'), [ana.email, lima.email])
  assert.deepEqual(named('**@lima**, *@ana* and\n- @zoe.a'), [lima.email, ana.email, zoe.email])
})

test('the longest name counts, and two members of one name are told apart by their addresses alone', () => {
  assert.deepEqual(named('@Ana Limani'), [ana.email])
  assert.deepEqual(named('@Kim Park'), [])
  assert.deepEqual(named('@park@acme.example and @kim'), ['park@acme.example', 'kim@acme.example'])
})

test('the words that name a member are those that stand in the body', () => {
  const words = called('@ANA, @[lima@acme.example] @Lima@Acme.example. @zoe.a: @[ana lima]').map(
    each => each.words,
  )
  assert.deepEqual(words, ['ANA', 'lima@acme.example', 'Lima@Acme.example', 'zoe.a', 'ana lima'])
})

test('a letter that is two in lower case moves no end of a name', () => {
  const member = { names: namesOf({ name: 'İlker İnan', email: 'i@acme.example' }) }
  assert.equal(calledBy(callAt('@İlker İnan, look', 0)!, [member])?.words, 'İlker İnan')
})

test('words that only look like it name nobody', () => {
  const plain =
    'ana@acme.example, @@ana, @anabel, @ana@other.example, @lima-x@acme.example, @[Ana L], \\@ana, x.@ana'
  assert.deepEqual(named(plain), [])
})

test('a text of nothing but marks is read at once', () => {
  for (const piece of ['@', '@a', '@[', '@a@', '@a.']) {
    const text = piece.repeat(10_000 / piece.length)
    assert.ok(callsIn(text).length <= text.length / 2)
  }
})
