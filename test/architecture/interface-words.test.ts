// Pages take their words from `words/`: no sentence, label or text of an element is written in the code of a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { sourcesBelow } from './sources.ts'

const pages = 'src/surfaces/web/'

/** Two words of which the first begins like a sentence, or any words that end like one. */
const sentence = /^[\s“(:,·.]*[A-Z][\p{L}’']+[,.:;!?]? [\p{L}\d“$(]|\p{L}{2,} \p{L}+ \p{L}+.*[.!?…]$/u

/** Names of attributes and properties that people read, whatever the text says. */
const readNames = /^(aria-?label|alt|caption|data-tip|hint|label|placeholder|textContent|title)$/i

/** No key: `Ctrl+S` is called so everywhere. */
const aWord = /^(?!\p{L}+\+)(?=.*\p{L}{2})/su

/** Problems are thrown by their code, and say what is wrong where that is found out, as everywhere. */
const refusals = /^(Problem|Error|textOf|requireUtf8Escapes)$/

interface Node {
  type: string
  start: number
  end: number
}

type Named = Node & { name: string }

const nameOf = (node: object): string => ('name' in node ? String((node as Named).name) : '')

/** Each string of the code that a person would read, with its line. */
function wordsIn(path: string, text: string): string[] {
  const found: { start: number; words: string }[] = []
  const apart: Node[] = []
  const take = ({ start }: Node, words: string, isRead: boolean) =>
    void (isRead && found.push({ start, words: words.trim() }))
  const literal = (node: Node & { value?: unknown }, name: string) =>
    node.type === 'Literal' &&
    typeof node.value === 'string' &&
    take(node, node.value, readNames.test(name) && aWord.test(node.value))
  new Visitor({
    NewExpression: node => void (refusals.test(nameOf(node.callee)) && apart.push(node)),
    CallExpression: node => void (refusals.test(nameOf(node.callee)) && apart.push(node)),
    JSXElement: node =>
      void (/^(code|kbd|KeyCap)$/.test(nameOf(node.openingElement.name)) && apart.push(node)),
    Literal: node =>
      void (typeof node.value === 'string' && take(node, node.value, sentence.test(node.value))),
    TemplateElement: node => take(node, node.value.raw, sentence.test(node.value.raw)),
    JSXText: node => take(node, node.value, aWord.test(node.value)),
    JSXAttribute: ({ name, value }) => void (value && literal(value, nameOf(name))),
    Property: ({ key, value }) => void literal(value, nameOf(key)),
  }).visit(parseSync(path, text).program)
  return found
    .filter(({ start }) => !apart.some(node => node.start <= start && start < node.end))
    .map(({ start, words }) => `${path}:${text.slice(0, start).split('\n').length} “${words}”`)
}

test('no page says a word that does not stand in words/', () => {
  const found = sourcesBelow(pages.slice(0, -1))
    .filter(({ path }) => !path.startsWith(`${pages}words/`))
    .flatMap(({ path, text }) => wordsIn(path, text))
  assert.deepEqual([...new Set(found)], [])
})

test('words are noticed as text, label, sentence and template, and what programs read is none', () => {
  const said = [
    'const a = <p>Copied</p>',
    'const a = <nav aria-label="Actions" />',
    "const a = element('p', { textContent: 'Close' })",
    "say('The page could not be brought.')",
    `const a = \`Resolved by $\{name}\``,
  ]
  assert.deepEqual(
    said.map(text => wordsIn('a.tsx', text).length),
    [1, 1, 1, 1, 1],
  )
  const silent = [
    'const a = <p class="button primary small">{words.copied} v<kbd>esc</kbd></p>',
    "throw new Problem('not_found', 'There is no such page here.')",
    "addEventListener('keydown', onKey)",
    "const a = { type: 'Content-Type', label: words.copied }",
  ]
  assert.deepEqual(
    silent.flatMap(text => wordsIn('a.tsx', text)),
    [],
  )
})
