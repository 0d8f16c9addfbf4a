// How words of a command line become values, and which lines are refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArguments } from '../../../src/surfaces/cli/command-line/arguments.ts'
import type { Command, Flag } from '../../../src/surfaces/cli/command-line/command.ts'

const flag = (name: string, type: Flag['type'], letter?: string): Flag => ({
  name,
  field: name,
  type,
  ...(letter && { letter }),
})

const command: Command = {
  name: 'example',
  summary: '',
  positional: [flag('id', 'text'), flag('from', 'integer'), flag('to', 'integer')],
  flags: [
    flag('name', 'text', 'n'),
    flag('tag', 'list'),
    flag('public', 'boolean', 'p'),
    flag('limit', 'integer'),
  ],
}

const read = (words: string) => readArguments(command, [], words.split(' '))

const accepted: [words: string, values: Record<string, unknown>][] = [
  ['a --name x', { id: 'a', name: 'x' }],
  ['a --name=--x', { id: 'a', name: '--x' }],
  ['--name -y a', { id: 'a', name: '-y' }],
  ['--name= a', { id: 'a', name: '' }],
  ['-nx a', { id: 'a', name: 'x' }],
  ['-n - -', { id: '-', name: '-' }],
  ['--tag a --tag=b x', { id: 'x', tag: ['a', 'b'] }],
  ['-p a', { id: 'a', public: true }],
  ['--no-public a', { id: 'a', public: false }],
  ['--public=false a', { id: 'a', public: false }],
  ['--limit -5 a', { id: 'a', limit: -5 }],
  ['a -12 v3', { id: 'a', from: -12, to: 3 }],
  ['-- --name -1', { id: '--name', from: -1 }],
]

for (const [words, values] of accepted) {
  test(`"${words}" is read`, () => assert.deepEqual({ ...read(words) }, values))
}

const refused: [words: string, says: RegExp][] = [
  ['--name', /--name needs a value\.$/],
  ['--name --public', /needs a value; .*--name=--public/],
  ['--name a --name b', /given twice/],
  ['-p --no-public', /given twice/],
  ['--public=maybe', /is a switch/],
  ['--no-name', /no --no-name in/],
  ['--no-public=x', /no --no-public in/],
  ['-q', /no -q in/],
  ['-pq', /no -q in/],
  ['---x', /no ---x in/],
  ['--__proto__ x', /no --__proto__ in/],
  ['--limit x', /a whole number/],
  ['a 1 2 c', /nothing to do with "c"/],
]

for (const [words, says] of refused) {
  test(`"${words}" is refused`, () => assert.throws(() => read(words), says))
}
