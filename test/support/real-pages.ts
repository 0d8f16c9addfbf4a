// Pages as people publish them: inputs that failed once, and random ones of every kind of block.
import { readFileSync } from 'node:fs'
import { fc } from './properties.ts'

/** The text of a file in `test/cases`. */
export const caseFile = (name: string): string =>
  readFileSync(new URL(`../cases/${name}`, import.meta.url), 'utf8')

const word = fc.constantFrom('north', 'The', 'report', 'events', '42 %', 'naïve', '数据', 'a < b', 'R&D')
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map(all => all.join(' '))
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const inline = fc
  .tuple(words, words, fc.constantFrom('b', 'i', 'a', 'code', 'span'))
  .map(([one, other, name]) => `${escaped(one)} <${name}>${escaped(other)}</${name}>`)
const cells = fc.array(inline, { minLength: 1, maxLength: 3 })
const block = fc.oneof(
  inline.map(text => `<p>${text}</p>`),
  inline.map(text => `<h2>${text}</h2>`),
  inline.map(text => `<div>${text}<br>${text}<div>${text}</div></div>`),
  cells.map(all => `<ul>${all.map(text => `<li>${text}</li>`).join('')}</ul>`),
  cells.map(all => `<table><tbody><tr>${all.map(text => `<td>${text}</td>`).join('')}</tr></tbody></table>`),
  words.map(text => `<pre><code>${escaped(text)}\n    indented  twice\n</code></pre>`),
  inline.map(text => `<section hidden><p>${text}</p></section>`),
  words.map(text => `<p>${escaped(text)}<button>${escaped(text)}</button><button> a </button></p>`),
  words.map(text => `<svg viewBox="0 0 9 9"><text x="1" y="2">${escaped(text)}</text></svg>`),
)

/** A whole HTML file. */
export const randomPage = fc
  .array(block, { minLength: 1, maxLength: 12 })
  .map(blocks => `<!doctype html><html><head><title>T</title></head><body>${blocks.join('')}</body></html>`)
