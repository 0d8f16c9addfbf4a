// Comparing two versions for people: what went, what came, what is folded, and the bounds of it all.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ComparedBlock, type ComparedLine, comparison } from '../../src/content/diff/comparison.ts'

const numbered = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => `line ${index + first}\n`).join('')

const text = ({ pieces }: ComparedLine) => pieces.map(piece => piece.text).join('')
const words = (lines: readonly ComparedLine[]) =>
  lines.flatMap(({ pieces }) => pieces.flatMap(piece => (piece.changed ? [piece.text] : [])))
const changed = (blocks: readonly ComparedBlock[]) => blocks.filter(block => block.kind === 'changed')

/** The numbers of characters and lines that the answer holds. */
function weight(blocks: readonly ComparedBlock[]) {
  const lines = blocks.flatMap(block =>
    block.kind === 'same' ? (block.lines ?? []) : [...block.removed, ...block.added],
  )
  return { lines: lines.length, characters: lines.map(text).join('').length }
}

describe('two versions compared', () => {
  test('equal ones have no change and fold into one run', () => {
    const { blocks, changes } = comparison(numbered(9), numbered(9))
    assert.equal(changes, 0)
    assert.deepEqual(
      blocks.map(block => block.kind === 'same' && [block.from, block.to, block.count, block.folded]),
      [[1, 1, 9, true]],
    )
  })

  test('a changed word is marked on both sides, with the numbers of its lines', () => {
    const { blocks } = comparison('a\nThe budget is 42 crowns.\nz\n', 'new\na\nThe budget is 43 crowns.\nz\n')
    const [first, second] = changed(blocks)
    assert.deepEqual(
      first?.added.map(line => [line.number, text(line)]),
      [[1, 'new']],
    )
    assert.deepEqual(words(second!.removed), ['42'])
    assert.deepEqual(words(second!.added), ['43'])
    assert.deepEqual([second!.removed[0]!.number, second!.added[0]!.number], [2, 3])
  })

  test('a line that is another one altogether is not marked word by word', () => {
    const [block] = changed(comparison('alpha beta\n', 'gamma delta\n').blocks)
    assert.deepEqual([words(block!.removed), words(block!.added)], [[], []])
  })

  test('three lines stand around each change, and what lies between is folded with both numbers right', () => {
    const before = numbered(40)
    const after = `new\n${before.replace('line 30\n', 'line thirty\n')}`
    const { blocks, changes } = comparison(before, after)
    assert.equal(changes, 2)
    assert.deepEqual(
      blocks.map(block =>
        block.kind === 'same' ? [block.from, block.to, block.count, block.folded] : 'change',
      ),
      [
        'change',
        [1, 2, 3, false],
        [4, 5, 23, true],
        [27, 28, 3, false],
        'change',
        [31, 32, 3, false],
        [34, 35, 7, true],
      ],
    )
  })

  test('what is shown puts both versions together again', () => {
    const before = numbered(60)
    const after = before
      .replace('line 7\n', '')
      .replace('line 20\n', 'line 20\nmore\n')
      .replace('line 51', 'fin')
    const { blocks } = comparison(before, after)
    const side = (of: 'removed' | 'added') =>
      blocks
        .flatMap(block => (block.kind === 'same' ? block.lines! : block[of]).map(line => `${text(line)}\n`))
        .join('')
    assert.equal(side('removed'), before)
    assert.equal(side('added'), after)
  })

  test('where only the ends of lines differ, it says how they end', () => {
    const [block] = changed(comparison('one\r\n', 'one\n').blocks)
    assert.equal(block!.removed[0]!.end, 'carriage return and line feed')
    assert.equal(block!.added[0]!.end, 'line feed')
    const [last] = changed(comparison('one', 'one\n').blocks)
    assert.equal(last!.removed[0]!.end, 'no line break')
  })

  test('one enormous line is shown around its changes', () => {
    const long = `${'word '.repeat(4000)}`
    const { blocks } = comparison(`${long}old ${long}`, `${long}new ${long}`)
    const [block] = changed(blocks)
    assert.deepEqual([words(block!.removed), words(block!.added)], [['old'], ['new']])
    assert.ok(weight(blocks).characters < 3000, `${weight(blocks).characters} characters`)
    const left = block!.removed[0]!.pieces.reduce(
      (sum, piece) => sum + piece.text.length + (piece.left ?? 0),
      0,
    )
    assert.equal(left, long.length * 2 + 4)
  })

  for (const [what, before, after] of [
    ['a file that is another one', numbered(100_000), numbered(100_000, 500_000)],
    ['very many changes', numbered(60_000), numbered(60_000).replaceAll('0\n', '0!\n')],
    ['one line of a million other characters', 'a'.repeat(1_000_000), 'b'.repeat(1_000_000)],
    ['a long run that is the same', `${numbered(90_000)}end`, `${numbered(90_000)}fin`],
  ] as const)
    test(`${what} stays within the bounds of a page`, () => {
      const { blocks, changes, unshown } = comparison(before, after, 500)
      const { lines, characters } = weight(blocks)
      assert.ok(lines <= 1500 && characters <= 300_000, `${lines} lines, ${characters} characters`)
      const shown = changed(blocks)
      assert.equal(shown.length + unshown, changes)
      assert.ok(shown.length > 0)
    })
})
