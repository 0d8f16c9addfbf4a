// Words name the author of something: one form for each kind of caller.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorWords, byline, withinSentence } from '../../src/domain/author-words.ts'

const by = (actorType: 'human' | 'agent' | 'service' | 'system', name: string, actorName: string | null) => ({
  actorType,
  name,
  actorName,
})

test('a person is named alone, an agent with whom it works for, and a service as one', () => {
  const rows = [
    [by('human', 'Ana', null), 'Ana', 'Ana'],
    [by('human', 'Ana', 'Bob'), 'Ana, as Bob', 'Ana'],
    [by('agent', 'Ana', null), 'An agent for Ana', 'Ana'],
    [by('agent', 'Ana', 'Reviewer'), 'Reviewer for Ana', 'Reviewer, agent'],
    [by('service', 'build server', null), 'build server, service', 'build server, service'],
    [by('service', 'build server', 'nightly'), 'nightly for build server, service', 'nightly, service'],
    [by('agent', 'build server', 'Fixer'), 'Fixer for build server', 'Fixer, agent'],
    [by('system', 'Recto', null), 'Recto', 'Recto'],
  ] as const
  for (const [author, words, line] of rows)
    assert.deepEqual([authorWords(author), byline(author)], [words, line])
})

test('a name is one line without marks that turn it, unless its place writes it otherwise', () => {
  const author = by('agent', 'An\u202ea\n', 'Re\u200bviewer')
  assert.equal(authorWords(author), 'Reviewer for Ana ')
  assert.equal(
    authorWords(author, name => name.slice(0, 2)),
    'Re for An',
  )
})

test('within a sentence an agent of no name begins small, and a name stays as it is', () => {
  const told = [by('agent', 'Ana', null), by('agent', 'Ana', 'An'), by('human', 'An Agent', null)]
  assert.deepEqual(
    told.map(author => withinSentence(authorWords(author))),
    ['an agent for Ana', 'An for Ana', 'An Agent'],
  )
})
