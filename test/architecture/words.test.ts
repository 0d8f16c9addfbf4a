// The field's words: no file and no exported name uses a private one, and every path that a guide names is there.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fromRoot } from '../support/project-root.ts'
import { sourcesBelow } from './sources.ts'

/** The private words, and what to say instead; see docs/glossary.md. */
const avoided: Readonly<Record<string, string>> = {
  wire: 'exchange, requests',
  desk: 'page context, editor',
  visit: 'page request',
  skeleton: 'page template, layout',
  looks: 'frame styles',
  dress: 'frame styles',
  comforts: 'copy buttons',
  noise: 'message flood guard',
  heartbeat: 'watchdog',
  seat: 'connection',
  seats: 'connections',
  admit: 'authorize',
  judge: 'authorize',
  demand: 'require',
  insist: 'retry, require',
  standing: 'actor, state',
  consult: 'before transaction',
  announce: 'emit',
  intake: 'file ingest',
  inspected: 'check file',
  succession: 'add version',
  foresight: 'audience preview',
  foresee: 'preview',
  outlook: 'plan',
  circumstances: 'details',
  story: 'entry',
  hanging: 'anchor',
  hang: 'anchor',
  hangs: 'anchor',
  spot: 'point',
  stretch: 'text range',
  picking: 'element picker',
  half: 'pending sign-in',
  halfway: 'pending sign-in',
  vouched: 'sso, verified',
  governor: 'admin',
  governors: 'admins',
  governing: 'lock',
  withheld: 'hidden',
  withhold: 'hide',
  oversight: 'moderation',
  seal: 'encrypt',
  shelf: 'blob folder',
  padded: 'chunked',
  leaks: 'secret scan',
  wear: 'hydrate, apply',
  unname: 'remove recipient',
  voice: 'output',
  heed: 'install',
}

const sources = sourcesBelow('src')

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _-]/)

const mistakeIn = (name: string, path: string): string[] =>
  wordsOf(name)
    .filter(word => Object.hasOwn(avoided, word))
    .map(word => `${path}: "${name}" says ${word}; say ${avoided[word]}`)

test('no file and no exported name uses a private word', () => {
  const mistakes = sources.flatMap(({ path, exports }) => [
    ...mistakeIn(basename(path).replace(/\..*/, ''), path),
    ...exports.flatMap(name => mistakeIn(name, path)),
  ])
  assert.deepEqual(mistakes, [])
})

test('a private word is noticed wherever it stands in a name', () => {
  assert.deepEqual(
    ['openDesk', 'seat-limit', 'admitted', 'SHELF_SIZE'].map(name => mistakeIn(name, 'x').length),
    [1, 1, 0, 1],
  )
})

/** Words that comments once used in senses of their own. */
const avoidedInComments =
  /\b(units? of work|(an?|the) unit|admitted|hangs? (on|in)|stretch(es)?|vouch(es|ed)?|seats?|over the wire)\b/i

const commentsBelow = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: fromRoot('.') }).flatMap(path =>
    readFileSync(fromRoot(path), 'utf8')
      .split('\n')
      .filter(line => /^\s*(\/\/|\/?\*)/.test(line))
      .map(line => `${path}: ${line.trim()}`),
  )

test('no comment uses a private word', () => {
  assert.deepEqual(
    commentsBelow('src').filter(comment => avoidedInComments.test(comment)),
    [],
  )
})

test('no comment begins with a question word: it says what the code does, or why', () => {
  const begins = /: (?:\/\*\*|\/\/|\*) (?:What|Whatever|Where|Who|Whoever|Whose|Whether) /
  const comments = ['src', 'build', 'bench', 'demo', 'test'].flatMap(commentsBelow)
  assert.ok(comments.length > 1000)
  assert.deepEqual(
    comments.filter(comment => begins.test(comment)),
    [],
  )
})

test('every path that the guides for engineers name is there', () => {
  const guides = [
    'CONTRIBUTING.md',
    'docs/glossary.md',
    ...globSync('docs/decisions/*.md', { cwd: fromRoot('.') }),
  ]
  const missing = guides.flatMap(guide => {
    const text = readFileSync(fromRoot(guide), 'utf8')
    const paths = [...text.matchAll(/`((?:src|test|docs|bench|build|bin)\/[\w./-]*[\w/])`/g)].map(
      ([, path]) => path!,
    )
    return paths.filter(path => !existsSync(fromRoot(path))).map(path => `${guide} names ${path}`)
  })
  assert.deepEqual(missing, [])
})

test('people are told of rules, not of a policy, by a refusal and in the guides', () => {
  const refusals = sources.flatMap(({ text }) =>
    [...text.matchAll(/new Problem\(\s*'\w+',\s*'([^']*)'/g)].map(([, said]) => said!),
  )
  const guides = ['docs/problems.md', 'docs/guides/audiences.md', 'src/surfaces/cli/skill/SKILL.md'].flatMap(
    path => readFileSync(fromRoot(path), 'utf8').split('\n'),
  )
  assert.deepEqual(
    [...refusals, ...guides].filter(said => /\bpolic(y|ies)\b/i.test(said)),
    [],
  )
})
