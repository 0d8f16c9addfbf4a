// Keeps files and functions small, and their names and first lines telling.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fromRoot, projectRoot } from '../support/project-root.ts'
import { type MeasuredFunction, sourcesBelow } from './sources.ts'

const sources = sourcesBelow('src')
/** Style sheets have no functions to measure, only lines. */
const styleSheets = globSync('src/**/*.css', { cwd: projectRoot }).map(path => ({
  path,
  lines: readFileSync(fromRoot(path), 'utf8').split('\n').length,
}))

const all = [...sources, ...sourcesBelow('test'), ...sourcesBelow('bench'), ...sourcesBelow('build')]

test('files have under 400 lines', () => {
  assert.ok(styleSheets.length > 10, `${styleSheets.length} style sheets`)
  const long = [...all, ...styleSheets].filter(({ lines }) => lines >= 400)
  assert.deepEqual(
    long.map(({ path, lines }) => `${path}: ${lines} lines`),
    [],
  )
})

test('functions have a median under 8 lines, and nine in ten are under 35', () => {
  const functions = sources.flatMap(source => source.functions.map(each => ({ ...each, path: source.path })))
  const lengths = functions.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0
  assert.ok(at(0.5) < 8, `the median has ${at(0.5)} lines; the longest:\n${longest(functions)}`)
  assert.ok(at(0.9) < 35, `one in ten has ${at(0.9)} lines or more; the longest:\n${longest(functions)}`)
})

const longest = (functions: (MeasuredFunction & { path: string })[]) =>
  functions
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 20)
    .map(({ path, line, name, lines }) => `${path}:${line} ${name}: ${lines}`)
    .join('\n')

test('each file begins with one sentence that says what it is for', () => {
  const silent = all.filter(
    ({ text }) => !/^(#!.*\n)?\/\/ \S.*[.:]\s*$/m.test(text.split('\n').slice(0, 2).join('\n')),
  )
  assert.deepEqual(
    silent.map(({ path }) => path),
    [],
  )
})

const emptyWord = /(^|[-_.]|[a-z0-9](?=[A-Z]))(service|manager|helper|util|handler|data|info)s?$/i

test('no file and no export is named by a word that says nothing', () => {
  const files = sources
    .map(({ path }) => path)
    .filter(path => emptyWord.test(basename(path).replace(/\.tsx?$/, '')))
  const names = sources.flatMap(({ path, exports }) =>
    exports.filter(isEmpty).map(name => `${path} exports ${name}`),
  )
  assert.deepEqual([...files, ...names], [])
})

const isEmpty = (name: string) => emptyWord.test(name) || name === 'do' || name === 'process'
