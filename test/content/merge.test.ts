// Three-way merges, by hand and against Git's own.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { merge3, mergeParts } from '../../src/content/diff/merge.ts'

const folder = mkdtempSync(join(tmpdir(), 'merge-'))
after(() => rmSync(folder, { recursive: true }))

const cases: [what: string, base: string, mine: string, theirs: string, merged: string | null][] = [
  ['changes far apart', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n', 'A\nb\nc\nd\nE\n'],
  ['neighbouring lines', 'one\ntwo\n', 'ONE\ntwo\n', 'one\nTWO\n', 'ONE\nTWO\n'],
  ['the same change', 'a\nb\n', 'a\nX\n', 'a\nX\n', 'a\nX\n'],
  ['the same change and one more', 'a\nb\nc\nd\n', 'X\nb\nc\nd\n', 'X\nb\nc\nY\n', 'X\nb\nc\nY\n'],
  ['the same insertion', 'a\nb\n', 'a\nnew\nb\n', 'a\nnew\nb\n', 'a\nnew\nb\n'],
  ['two insertions at one place', 'a\nb\n', 'a\nX\nb\n', 'a\nY\nb\n', null],
  ['the same line', 'hello\n', 'hello world\n', 'hello moon\n', null],
  ['deleted and changed', 'a\nb\nc\n', 'a\nc\n', 'a\nB\nc\n', null],
  [
    'a rewritten sentence and a word in it',
    'the quick brown fox\n',
    'some slow red hens\n',
    'the quick brown dog\n',
    null,
  ],
  [
    'two words of one line',
    'the quick brown fox\n',
    'a quick brown fox\n',
    'the quick brown dog\n',
    'a quick brown dog\n',
  ],
  [
    'one-line HTML',
    '<ul><li>one</li><li>two</li><li>three</li></ul>',
    '<ul><li>1</li><li>two</li><li>three</li></ul>',
    '<ul><li>one</li><li>two</li><li>3</li></ul>',
    '<ul><li>1</li><li>two</li><li>3</li></ul>',
  ],
  ['one number', 'Churn is 2.0% now\n', 'Churn is 2.1% now\n', 'Churn is 3.0% now\n', null],
  ['one number in groups', 'all 1,200,300 of it\n', 'all 1,200,301 of it\n', 'all 2,200,300 of it\n', null],
  ['two numbers of a list', 'at [38,44,43]\n', 'at [39,44,43]\n', 'at [38,44,45]\n', 'at [39,44,45]\n'],
  ['one date', 'on 2026-11-28 we go\n', 'on 2026-11-29 we go\n', 'on 2027-11-28 we go\n', null],
  ['one time', 'at 12:30 we go\n', 'at 12:45 we go\n', 'at 13:30 we go\n', null],
  ['one address', 'see a.example/x?z=1\n', 'see a.example/x?z=2\n', 'see b.example/x?z=1\n', null],
  ['one mail address', 'to a@b.example\n', 'to c@b.example\n', 'to a@b.test\n', null],
  ['one word', "we don't go\n", 'we don’t go\n', "we won't go\n", null],
  ['only theirs', 'a\n', 'a\n', 'b\n', 'b\n'],
  ['only mine', 'a\n', 'b\n', 'a\n', 'b\n'],
  ['both emptied', 'a\n', '', '', ''],
  ['no newline at the end', 'a\nb', 'A\nb', 'a\nb\nc', 'A\nb\nc'],
  ['CR LF', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nC\r\n'],
]

test('a merge in pieces says of each settled change who made it, and leaves what nobody changed as text', () => {
  const base = 'a\nb\nc\nd\ne\nthe quick fox runs\ng\nh\ni\n'
  const mine = 'A\nb\nc\nd\ne\na quick fox runs\ng\nH\ni\n'
  const theirs = 'a\nb\nC\nd\nNEW\ne\nthe quick fox walks\ng\nX\ni\n'
  assert.deepEqual(mergeParts(base, mine, theirs), [
    '',
    { base: 'a\n', merged: 'A\n', by: 'mine' },
    'b\n',
    { base: 'c\n', merged: 'C\n', by: 'theirs' },
    'd\n',
    { base: '', merged: 'NEW\n', by: 'theirs' },
    'e\n',
    { base: 'the quick fox runs\n', merged: 'a quick fox walks\n', by: 'both' },
    'g\n',
    { base: 'h\n', mine: 'H\n', theirs: 'X\n', line: 8 },
    'i\n',
  ])
  const [alike] = mergeParts('a\nb\nc\n', 'X\nb\nC\n', 'X\nb\nc\nd\n').filter(
    part => typeof part !== 'string',
  )
  assert.deepEqual(alike, { base: 'a\n', merged: 'X\n', by: 'both' })
})

test('changes apart from each other are both taken, clashing ones are reported', () => {
  for (const [what, base, mine, theirs, merged] of cases) {
    for (const [left, right] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const outcome = merge3(base, left, right)
      assert.equal('merged' in outcome ? outcome.merged : null, merged, what)
    }
  }
})

test('a conflict names its three texts and its line in mine', () => {
  assert.deepEqual(merge3('a\nb\nc\nd\n', 'new\na\nb\nX\nd\n', 'a\nb\nY\nd\n'), {
    conflicts: [{ base: 'c\n', mine: 'X\n', theirs: 'Y\n', line: 4 }],
  })
})

function random(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

function edited(lines: string[], pick: (below: number) => number, label: string): string[] {
  const out = [...lines]
  for (let edits = 1 + pick(4); edits > 0; edits--) {
    const at = pick(out.length + 1)
    out.splice(
      at,
      pick(3),
      ...Array.from({ length: pick(3) }, () => (pick(2) ? `${label}${pick(9)}` : `l${pick(8)}`)),
    )
  }
  return out
}

function byGit(base: string, mine: string, theirs: string): string | null {
  for (const [name, text] of Object.entries({ base, mine, theirs })) writeFileSync(join(folder, name), text)
  const run = spawnSync('git', ['merge-file', '-p', 'mine', 'base', 'theirs'], { cwd: folder })
  return run.status === 0 ? run.stdout.toString() : null
}

interface Tally {
  clean: number
  different: number
  refused: number
}

/** Merges random edits of texts whose lines differ from each other, or of texts of eight lines repeated at random. */
function againstGit(distinct: boolean, rounds: number): Tally {
  const tally = { clean: 0, different: 0, refused: 0 }
  for (let seed = 1; seed <= rounds; seed++) {
    const pick = random(seed * 7919)
    const lines = Array.from({ length: 5 + pick(40) }, (_, i) => (distinct ? `line ${i}` : `l${pick(8)}`))
    const sides = [lines, edited(lines, pick, 'm'), edited(lines, pick, 't')]
    const texts = sides.map(side => `${side.join('\n')}\n`) as [string, string, string]
    const expected = byGit(...texts)
    if (expected === null) continue
    const outcome = merge3(...texts)
    tally.clean++
    if (!('merged' in outcome)) tally.refused++
    else if (outcome.merged !== expected) tally.different++
  }
  return tally
}

const hasGit = spawnSync('git', ['--version']).status === 0
const skip = !hasGit && 'no git here'
const rounds = Number(process.env.MERGE_ROUNDS ?? 200)

test('where Git merges cleanly, so do we, with the same outcome', { skip }, () => {
  const { clean, different, refused } = againstGit(true, rounds)
  assert.ok(clean > rounds / 5, `only ${clean} clean`)
  assert.equal(different, 0, `${different} of ${clean} differ`)
  assert.ok(refused <= clean / 50, `${refused} of ${clean} refused`)
})

test('in runs of equal lines, where several places are equally right, we hardly ever choose another than Git', {
  skip,
}, () => {
  const { clean, different, refused } = againstGit(false, rounds)
  assert.ok(different <= clean / 50, `${different} of ${clean} differ`)
  assert.ok(refused <= clean / 50, `${refused} of ${clean} refused`)
})

test('40,000 lines with 1,600 edits, and 40,000 words in one line, merge', () => {
  const plenty = 120_000
  const change = (side: string[], offset: number, mark: string) =>
    side.map((line, i) => (i % 50 === offset ? `${line} ${mark}` : line))
  const merged = (side: string[], other: number, by: string) =>
    merge3(side.join(by), change(side, 0, 'M').join(by), change(side, other, 'T').join(by), plenty)
  const lines = Array.from({ length: 40_000 }, (_, i) => `line ${i % 5000} of the text`)
  assert.deepEqual(merged(lines, 25, '\n'), { merged: change(change(lines, 0, 'M'), 25, 'T').join('\n') })
  const words = Array.from({ length: 20_000 }, (_, i) => `w${i % 700}`)
  assert.deepEqual(merged(words, 30, ' '), { merged: change(change(words, 0, 'M'), 30, 'T').join(' ') })
})

test('texts with nothing in common end with a conflict, however little time is granted', () => {
  const side = (seed: number) => Array.from({ length: 40_000 }, (_, i) => `${(i * seed) % 97}`).join('\n')
  assert.ok('conflicts' in merge3(side(31), side(89), side(53), 500))
})

test('a word of millions of parts is no fault', () => {
  const word = 'a.'.repeat(3_000_000)
  assert.ok(merge3(word, `${word} mine`, `theirs ${word}`, 100))
})
