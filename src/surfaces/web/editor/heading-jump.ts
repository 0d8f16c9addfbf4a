// The list of the source's headings, to go to one.

import { element } from '../artifact-viewer/notice.ts'
import { editorWords as words } from '../words/editor.ts'
import type { Source } from './source.ts'

/** Lists the headings as they are now; each is set in by its level. */
export function fillHeadings(list: HTMLSelectElement, source: Source): void {
  const options = source
    .headings()
    .map(({ level, text }, index) =>
      element('option', { value: `${index}`, textContent: `${'\u2002'.repeat(level - 1)}${text}` }),
    )
  list.replaceChildren(element('option', { value: '', textContent: words.goTo }), ...options)
  list.disabled = options.length === 0
}

export function jumpOnChoice(list: HTMLSelectElement, source: Source): void {
  list.addEventListener('change', () => {
    const to = source.headings()[Number(list.value || -1)]
    if (to) source.goTo(to.from)
    list.value = ''
  })
}
