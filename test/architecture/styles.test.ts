// Holds that a class means one thing: within a bundle of styles one feature alone says how an element of that class looks.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

const web = 'src/surfaces/web'

/** The style sheets that a bundle puts together. */
const sheetsOf = (bundle: string): string[] =>
  [...readFileSync(join(web, bundle), 'utf8').matchAll(/@import "([^"]+)"/g)].map(([, path]) =>
    join(dirname(join(web, bundle)), path!),
  )

/** Classes that a selector of the sheet names with nothing around them, as `.card` and `.card:hover` do. */
function classesOf(css: string): Set<string> {
  const selectors = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)
  const parts = [...selectors].flatMap(([, selector]) => selector!.split(/,(?![^(]*\))/))
  const alone = parts.map(part => /^\.([\w-]+)(?::{1,2}[\w-]+(?:\(.*\))?)*$/.exec(part.trim())?.[1])
  return new Set(alone.filter(name => name !== undefined))
}

/** The component set is one feature, whichever of its files has the class. */
const featureOf = (sheet: string): string =>
  sheet.startsWith(`${web}/layout/style/`) ? 'layout/style' : sheet

/** By class, the features that style it. */
function stylists(sheets: readonly (readonly [sheet: string, css: string])[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [sheet, css] of sheets)
    for (const name of classesOf(css)) found.set(name, (found.get(name) ?? new Set()).add(featureOf(sheet)))
  return found
}

const disputed = (sheets: readonly (readonly [sheet: string, css: string])[]): string[] =>
  [...stylists(sheets)]
    .filter(([, features]) => features.size > 1)
    .map(([name, features]) => `.${name} in ${[...features].join(' and ')}`)

describe('the styles', () => {
  for (const bundle of ['style.css', 'desk-style.css', 'docs-style.css'])
    test(`of ${bundle} give no class two looks`, () => {
      const sheets = sheetsOf(bundle)
      assert.ok(sheets.length > 5, `${bundle} names ${sheets.length} sheets`)
      assert.deepEqual(disputed(sheets.map(sheet => [sheet, readFileSync(sheet, 'utf8')])), [])
    })

  test('are told apart by what stands around a class', () => {
    assert.deepEqual(
      disputed([
        ['one.css', '.card { color: red } @media print { .list > .row:hover, .note { color: red } }'],
        ['two.css', '.page .card { color: red } .row { color: red } .note:not(.old)::before { color: red }'],
      ]),
      ['.note in one.css and two.css'],
    )
  })
})
