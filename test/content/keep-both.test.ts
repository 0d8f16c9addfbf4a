// Two passages kept one after the other: paragraphs stay two, and lists, tables and code stay what they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepBoth } from '../../src/content/diff/keep-both.ts'

for (const [what, first, second, both] of [
  ['paragraphs stay two', 'One.\n', 'Two.\n', 'One.\n\nTwo.\n'],
  ['a paragraph may begin with a mark', '**One.**\n', '[Two](/two).\n', '**One.**\n\n[Two](/two).\n'],
  ['and with code or a dash', '`One`\n', '\u2014 Two.\n', '`One`\n\n\u2014 Two.\n'],
  ['quotations stay one', '> One\n', '> Two\n', '> One\n> Two\n'],
  ['code stays one block', '    One\n', '    Two\n', '    One\n    Two\n'],
  ['a fence stays what it is', 'One\n```\n', '```\nTwo\n', 'One\n```\n```\nTwo\n'],
  ['the last line is ended first', 'One.', 'Two.', 'One.\n\nTwo.'],
  ['an empty line is not doubled', 'One.\n\n', 'Two.\n', 'One.\n\nTwo.\n'],
  ['items stay one list', '- One\n', '- Two\n', '- One\n- Two\n'],
  ['numbered items stay one list', '1. One\n', '2. Two\n', '1. One\n2. Two\n'],
  ['rows stay one table', '| 1 |\n', '| 2 |\n', '| 1 |\n| 2 |\n'],
  ['tags are left alone', '<p>One\n', '<p>Two\n', '<p>One\n<p>Two\n'],
  ['what one took out leaves the other', '', 'Two.\n', 'Two.\n'],
] as const)
  test(`kept both: ${what}`, () => assert.equal(keepBoth(first, second, '\n'), both))

test('kept both: a file of Windows keeps its line breaks', () =>
  assert.equal(keepBoth('One.\r\n', 'Two.\r\n', '\r\n'), 'One.\r\n\r\nTwo.\r\n'))
