// Elements through random pages that repeat themselves: never one of another tag, never one that says something else unsaid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Element, elementAt, placeOfElement, readElements } from '../../src/content/anchors/elements.ts'
import { carryPassages } from '../../src/content/anchors/reanchor.ts'

/** The same numbers in every run. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 4_294_967_296
  }
}

type Chance = () => number

const pick = <T>(all: readonly T[], chance: Chance): T => all[Math.floor(chance() * all.length)]!

const words = ['0', 'Sum', 'Buy', 'North', 'South', 'The end of it all', 'Nothing']
const said = (chance: Chance) => (chance() < 0.2 ? '' : pick(words, chance))
const times = (most: number, chance: Chance, made: () => string) =>
  Array.from({ length: 1 + Math.floor(chance() * most) }, made)

/** Rows, items, cells and pictures that are mostly equal. */
const makers: ((chance: Chance) => string)[] = [
  chance => `<p>${said(chance)}</p>`,
  chance => `<h2${chance() < 0.3 ? ` id="${pick(['a', 'b'], chance)}"` : ''}>${said(chance)}</h2>`,
  chance => `<ul>${times(5, chance, () => `<li>${said(chance)}</li>`).join('')}</ul>`,
  chance => {
    const row = () => `<tr>${times(3, chance, () => `<td>${said(chance)}</td>`).join('')}</tr>`
    return `<table><tbody>${times(4, chance, row).join('')}</tbody></table>`
  },
  chance => `<img src="${pick(['a', 'b'], chance)}.png">`,
  chance => `<div><pre><code>${said(chance)}</code></pre><p>${said(chance)}</p></div>`,
]

/** Parts of a page taken away, doubled, made anew, and put elsewhere. */
function turned(parts: readonly string[], chance: Chance): string[] {
  const next = parts.flatMap(part => {
    const fate = chance()
    if (fate < 0.15) return []
    if (fate < 0.25) return [part, part]
    if (fate < 0.35) return [pick(makers, chance)(chance)]
    if (fate < 0.5) return [part.replace(/>([^<]+)</, () => `>${said(chance)}<`)]
    return [part]
  })
  if (chance() < 0.5 && next.length > 1) next.push(next.splice(Math.floor(chance() * next.length), 1)[0]!)
  return next
}

const pageOf = (parts: readonly string[]) => `<!doctype html><title>T</title><body>${parts.join('\n')}</body>`

/** All that the element says and shows, without white space between its parts. */
const whole = (html: string, { sourceCodeLocation: at }: Element) =>
  html.slice(at!.startOffset, at!.endOffset).replaceAll('\n', '')

test('whatever becomes of a page, an element is taken for none of another tag, and for none that says something else without a word', async () => {
  let followed = 0
  for (let seed = 1; seed <= 150; seed++) {
    const chance = chanceFrom(seed)
    const parts = times(12, chance, () => pick(makers, chance)(chance))
    const [before, after] = [pageOf(parts), pageOf(turned(parts, chance))]
    const [old, now] = [readElements(before, null), readElements(after, null)]
    const elements = old.all.filter(
      ({ sourceCodeLocation, tagName }) => sourceCodeLocation && tagName !== 'title',
    )
    const hanging = elements.map(element => {
      const range = placeOfElement(old, element)
      return { anchor: { cssPath: range.suffix }, range, state: 'anchored' as const }
    })
    const file = (source: string) => ({ source, format: 'html' as const })
    const found = await carryPassages(file(before), file(after), hanging)
    for (const [index, { state, range }] of found.entries()) {
      if (state === 'orphaned') continue
      followed++
      const [was, is] = [elements[index]!, elementAt(now, range!.suffix)!]
      assert.equal(is.tagName, was.tagName, `page ${seed}, element ${index}`)
      if (state === 'anchored')
        assert.equal(whole(after, is), whole(before, was), `page ${seed}, element ${index}`)
    }
  }
  assert.ok(followed > 500)
})

test('words far behind the first ones count too', async () => {
  const list = (last: string) => `<ul>${'<li>One more thing to do</li>'.repeat(30)}<li>${last}</li></ul>`
  const [before, after] = [pageOf([list('Rest')]), pageOf(['<p>New</p>', list('Work')])]
  const old = readElements(before, null)
  const range = placeOfElement(old, elementAt(old, 'body > ul')!)
  const hanging = { anchor: { cssPath: 'body > ul' }, range, state: 'anchored' as const }
  const file = (source: string) => ({ source, format: 'html' as const })
  const [same] = await carryPassages(file(before), file(after.replace('Work', 'Rest')), [hanging])
  const [other] = await carryPassages(file(before), file(after), [hanging])
  assert.deepEqual([same!.state, other!.state], ['anchored', 'changed'])
})
