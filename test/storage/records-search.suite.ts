// Full text: finds words of names and texts, whatever people type, and only what may be read.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SearchQuery } from '../../src/storage/records.ts'
import { fc } from '../support/properties.ts'
import type { Openings } from './records.suite.ts'
import {
  type Home,
  home,
  NOW,
  newArtifact,
  newVersion,
  publish,
  range,
  searchQuery,
} from './records.world.ts'

export function searchSuite({ first }: Openings): void {
  const found = async (of: Home, text: string, change: Partial<SearchQuery> = {}): Promise<string[]> =>
    (await first().artifacts.search(searchQuery(of, text, change))).map(hit => hit.name)

  describe('search', () => {
    test('finds by words of the name and of the text, all of them, the last perhaps unfinished', async () => {
      const of = await home(first())
      await publish(first(), of, { name: 'Quarterly report' }, { text: 'Revenue grew in every region.' })
      await publish(first(), of, { name: 'Travel notes' }, { text: 'A region of lakes.' })
      assert.deepEqual(await found(of, 'revenue'), ['Quarterly report'])
      assert.deepEqual(await found(of, 'REPORT'), ['Quarterly report'])
      assert.deepEqual((await found(of, 'region')).sort(), ['Quarterly report', 'Travel notes'])
      assert.deepEqual(await found(of, 'region lak'), ['Travel notes'])
      assert.deepEqual(await found(of, 'travel lakes'), ['Travel notes'])
      assert.deepEqual(await found(of, 'reg lakes'), [])
      assert.deepEqual(await found(of, 'missing'), [])
      assert.deepEqual(await found(of, ' '), [])
      assert.deepEqual(await found(of, '!?'), [])
    })

    test('puts a match in the name before one in the text', async () => {
      const of = await home(first())
      await publish(first(), of, { name: 'Lighthouse' }, { text: 'of the north' })
      await publish(first(), of, { name: 'Other' }, { text: 'a lighthouse at sea' })
      assert.deepEqual(await found(of, 'lighthouse'), ['Lighthouse', 'Other'])
    })

    test('knows words with and without accents, other scripts, and parts of addresses', async () => {
      const of = await home(first())
      await publish(
        first(),
        of,
        { name: 'Café Zürich' },
        { text: 'Ελλάδα Привет https://docs.example.com/ação?x=1' },
      )
      for (const text of [
        'cafe',
        'CAFÉ',
        'zurich',
        'Zürich',
        'ελλάδα',
        'привет',
        'example',
        'acao',
        'docs.example.com',
      ]) {
        assert.deepEqual(await found(of, text), ['Café Zürich'], text)
      }
    })

    test('takes the folded words that came with a text, where its index does not fold, and makes none', async () => {
      const of = await home(first())
      const [artifact, version] = [newArtifact(of, { name: 'Page' }), newVersion()]
      const text = { body: 'written', words: 'folded' }
      await first().transaction(rows => rows.artifacts.insert(artifact, { ...version, text }))
      const by = first().takesFoldedWords ? 'folded' : 'written'
      for (const word of ['written', 'folded'])
        assert.deepEqual(await found(of, word), word === by ? ['Page'] : [], word)
    })

    test('follows updates and renames', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of, { name: 'Before' }, { text: 'apple' })
      const version = newVersion({ text: 'banana' })
      await first().transaction(rows => rows.artifacts.addVersion(artifact.id, 1, { version }))
      assert.deepEqual([await found(of, 'apple'), await found(of, 'banana')], [[], ['Before']])
      await first().transaction(rows => rows.artifacts.change(artifact.id, { name: 'After' }, NOW))
      assert.deepEqual([await found(of, 'before'), await found(of, 'after banana')], [[], ['After']])
      assert.equal(await first().transaction(rows => rows.versions.text(artifact.id)), 'banana')
    })

    test('shows plain text around the match, with an ellipsis where something is left out', async () => {
      const of = await home(first())
      const filler = range(200)
        .map(number => `word${number}`)
        .join(' ')
      await publish(
        first(),
        of,
        { name: 'Long' },
        { text: `${filler}\n\n the <b>needle</b> & thread \n ${filler}` },
      )
      const [hit] = await first().artifacts.search(searchQuery(of, 'needle'))
      assert.match(hit!.snippet, /^….*the <b>needle<\/b> & thread.*…$/)
      assert.ok(hit!.snippet.length < 400)
      const long = `${filler} https://docs.example/path/lighthouse ${filler}`
      await publish(first(), of, { name: 'Address' }, { text: long })
      const [within] = await first().artifacts.search(searchQuery(of, 'lighthouse'))
      assert.match(within!.snippet, /^….{0,30}lighthouse /)
      await publish(first(), of, { name: 'Short' }, { text: 'just this' })
      const [short] = await first().artifacts.search(searchQuery(of, 'just'))
      assert.equal(short!.snippet, 'just this')
    })

    test('answers only what may be read, is live and lies in scope', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const guest = `guest-${of.person.id}@x.org`
      await publish(first(), of, { name: 'mine secret' })
      await publish(first(), of, {
        name: 'public secret',
        visibility: 'public',
        ownerId: null,
        sharedWith: [guest],
      })
      await publish(first(), of, { name: 'expired secret', visibility: 'public', expiresAt: NOW })
      const trashed = await publish(first(), of, { name: 'trashed secret', visibility: 'public' })
      await first().transaction(rows => rows.artifacts.trash(trashed.id, NOW))
      const open = [{ visibility: ['public'] as const }]
      assert.deepEqual(await found(of, 'secret', { reach: open }), ['public secret'])
      assert.deepEqual((await found(of, 'secret')).sort(), ['mine secret', 'public secret'])
      assert.deepEqual(await found(other, 'secret', { reach: open }), [])
      const within = { organizationId: null, recipient: guest }
      assert.deepEqual(await found(of, 'secret', { reach: [{ recipient: guest }], within }), [
        'public secret',
      ])
    })

    test('comes in pages', async () => {
      const of = await home(first())
      for (const number of range(9)) await publish(first(), of, { name: `paged ${number}` })
      const pages = await Promise.all([0, 4, 8].map(offset => found(of, 'paged', { offset, limit: 4 })))
      assert.deepEqual(
        pages.map(page => page.length),
        [4, 4, 1],
      )
      assert.equal(new Set(pages.flat()).size, 9)
    })

    test('nothing that people can type is an error', async () => {
      const of = await home(first())
      await publish(first(), of, { name: 'Anything' }, { text: 'at all' })
      const syntax = fc.constantFrom(
        '"',
        "'",
        '*',
        '(',
        ')',
        ':',
        '-',
        '^',
        'NEAR',
        'AND',
        'OR',
        'NOT',
        '&',
        '|',
        '!',
        '<->',
        '\\',
        '\0',
        '{',
        '}',
        '+',
        '́',
      )
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fc.oneof(syntax, fc.string()), { maxLength: 12 }).map(parts => parts.join(' ')),
        fc
          .array(fc.oneof(syntax, fc.string({ maxLength: 3 })), { maxLength: 12 })
          .map(parts => parts.join('')),
      )
      await fc.assert(
        fc.asyncProperty(text, async words => {
          await first().artifacts.search(searchQuery(of, words))
        }),
        { numRuns: 400 },
      )
    })

    test('any text can be indexed, half a megabyte of different words too', async () => {
      const of = await home(first())
      const long = range(110_000)
        .map(number => number.toString(36))
        .join(' ')
      const letters = range(140_000)
        .map(number => String.fromCodePoint(0x4e00 + (number % 20_000)))
        .join(' ')
      for (const text of [long, letters, 'x'.repeat(500_000), '\ud800 lonely', '\u0301'.repeat(1000)]) {
        const artifact = await publish(first(), of, { name: 'Heavy' }, { text })
        assert.equal((await first().transaction(rows => rows.versions.text(artifact.id))).length, text.length)
      }
      assert.ok((await found(of, 'heavy')).length === 5)
    })
  })
}
