// Passages whose paragraph was copied: they stay with the original, or are lost where nobody can tell which that is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textChanges } from '../../src/content/diff/text-changes.ts'
import { carryPassage, toTextRange } from '../../src/domain/anchor.ts'

const plan = [
  'The castle needs a plan before the winter comes.',
  'The king counts his crowns every morning at dawn.',
  'The dragon sleeps in the eastern tower and nobody dares to wake it.',
  'The moat was dug by forty men in a single summer.',
  'Every guest brings a gift to the harvest feast.',
]
const dragon = plan[2]!
const edited = 'The dragon snores in the western tower and nobody dares to wake it.'
const without = 'The dragon sleeps in the tower.'
const barelyTheSame = 'A tower stands high above the river where wild geese rest.'
const quote = 'and nobody dares to wake it'

const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`

/** Carries the words; returns the line they are in now, from 0, and those words, or null where they are lost. */
function carried(after: readonly string[], words = quote, before: readonly string[] = plan) {
  const [old, next] = [textOf(before), textOf(after)]
  const start = old.indexOf(words)
  const place = { ...toTextRange(old, { start, end: start + words.length }), source: null }
  const span = carryPassage({ before: old, after: next, changes: textChanges(old, next) }, place)
  return span && [next.slice(0, span.start).split('\n').length - 1, next.slice(span.start, span.end)]
}

const [a, b, , c, d] = plan as [string, string, string, string, string]

test('of a paragraph and its copy right below it the upper one is the original', () => {
  assert.deepEqual(carried([a, b, dragon, dragon, c, d]), [2, quote])
  assert.deepEqual(carried([a, 'Another line.', dragon, dragon, c, d]), [2, quote])
  assert.deepEqual(carried([a, b, dragon, edited, c, d]), [2, quote])
})

test('where the upper one was rewritten, or one of both lost the passage, nobody can tell which is the original', () => {
  assert.equal(carried([a, b, edited, dragon, c, d]), null)
  assert.equal(carried([a, b, without, dragon, c, d]), null)
  assert.equal(carried([a, b, dragon, without, c, d]), null)
})

test('a rewritten one above its copy is seen where the headings around them went and stand elsewhere too', () => {
  const before = ['Bug fixes', a, 'Features', 'Bug fixes', dragon, 'Features', c, d]
  assert.equal(carried(['Bug fixes', a, 'Features', edited, dragon, c, d], quote, before), null)
  assert.deepEqual(carried(['Bug fixes', a, 'Features', barelyTheSame, dragon, c, d], quote, before), [
    4,
    quote,
  ])
})

test('a paragraph beside it that is hardly like it does not hide it', () => {
  assert.deepEqual(carried([a, b, 'Wolves were seen near the mill.', dragon, c, d]), [3, quote])
  assert.deepEqual(carried([a, b, barelyTheSame, dragon, c, d]), [3, quote])
})

test('a copy elsewhere is never the original, whatever became of that', () => {
  for (const after of [
    [dragon, a, b, dragon, c, d],
    [a, b, dragon, c, d, dragon],
  ])
    assert.deepEqual(carried(after), [after[0] === dragon ? 3 : 2, quote])
  assert.deepEqual(carried([a, b, edited, c, d, dragon]), [2, quote])
  assert.deepEqual(carried([dragon, a, b, edited, c, d], 'sleeps in the eastern tower'), [
    3,
    'snores in the western tower',
  ])
  assert.equal(carried([a, b, without, c, d, dragon]), null)
  assert.equal(carried([a, b, barelyTheSame, c, d, dragon]), null)
  assert.equal(carried([dragon, a, b, barelyTheSame, c, d]), null)
})

test('of several copies none is the original where that is gone, and one alone was moved', () => {
  assert.equal(carried([dragon, a, b, c, d, dragon]), null)
  assert.deepEqual(carried([a, b, c, d, dragon]), [4, quote])
})

test('a paragraph of several lines is copied with all of them', () => {
  const long = ['The dragon sleeps in the tower.', 'Nobody dares to wake it.', 'It dreams of gold.']
  const before = [a, b, ...long, c, d]
  const words = 'dares to wake'
  assert.deepEqual(carried([a, b, ...long, ...long, c, d], words, before), [3, words])
  const rewritten = [long[0]!, 'Nobody has dared to wake it yet.', long[2]!]
  assert.equal(carried([a, b, ...rewritten, ...long, c, d], words, before), null)
  assert.equal(carried([a, b, ...rewritten, c, ...long, d], words, before)?.[0], 3)
})

test('a line that the text has several times already is told from one more of them by its neighbours', () => {
  const before = [a, 'See below.', b, 'See below.', c, d]
  const start = textOf(before).lastIndexOf('See below')
  const find = (after: readonly string[]) => {
    const [old, next] = [textOf(before), textOf(after)]
    const place = { ...toTextRange(old, { start, end: start + 9 }), source: null }
    const span = carryPassage({ before: old, after: next, changes: textChanges(old, next) }, place)
    return span && next.slice(0, span.start).split('\n').length - 1
  }
  assert.equal(find(['See below.', a, 'See below.', b, 'See below.', c, d]), 4)
  assert.equal(find([a, 'See below.', b, 'See below.', 'New.', 'See below.', c, d]), 3)
})

/** Draws the same numbers in every run. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 16_777_216
  }
}

type Chance = () => number

const made = (chance: Chance) => `w${Math.floor(chance() ** 2 * 3000).toString(36)}`
const line = (chance: Chance, words = 6 + Math.floor(chance() * 12)) =>
  Array.from({ length: words }, () => made(chance)).join(' ')
const reworded = (text: string, share: number, chance: Chance) =>
  text.replace(/\S+/g, word => (chance() < share ? made(chance) : word))

/** A page with a copied paragraph, and where its passage is: nowhere where it was taken out of the original. */
function copiedAtRandom(chance: Chance, isDeleted: boolean): { wrong: boolean; lost: boolean } {
  const before = Array.from({ length: 12 + Math.floor(chance() * 12) }, () => line(chance))
  const at = 3 + Math.floor(chance() * (before.length - 6))
  const words = before[at]!.split(' ')
  const [from, to] = [1, 1 + Math.ceil(words.length / 3)]
  const own = isDeleted
    ? [...words.slice(0, from), ...words.slice(to)].join(' ')
    : reworded(before[at]!, chance() < 0.5 ? 0 : 0.25, chance)
  const others = (each: string) =>
    chance() < 0.8 ? [each] : chance() < 0.5 ? [reworded(each, 0.5, chance)] : [each, line(chance)]
  const after = before.flatMap((each, index) => (index === at ? [own] : others(each)))
  const here = after.indexOf(own)
  const anywhere = Math.floor(chance() * (after.length + 1))
  const isBelow = chance() < 0.4 || Math.abs(anywhere - here) < 4
  after.splice(isBelow ? here + 1 : anywhere, 0, before[at]!)
  const truth = !isBelow && anywhere <= here ? here + 1 : here
  const found = carried(after, words.slice(from, to).join(' '), before)
  return { wrong: found !== null && (isDeleted || found[0] !== truth), lost: found === null }
}

for (const { isDeleted, most } of [
  { isDeleted: false, most: 0.005 },
  { isDeleted: true, most: 0.02 },
])
  test(`of copied paragraphs at random at most ${100 * most} % are mistaken for the original${isDeleted ? ' that lost its words' : ''}`, () => {
    const chance = chanceFrom(isDeleted ? 11 : 7)
    const rounds = Array.from({ length: 800 }, () => copiedAtRandom(chance, isDeleted))
    assert.ok(rounds.filter(({ wrong }) => wrong).length <= most * rounds.length)
    if (!isDeleted) assert.ok(rounds.filter(({ lost }) => !lost).length >= 0.6 * rounds.length)
  })
