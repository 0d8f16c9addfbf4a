// Who else is editing, as an avatar beside the views.

import type { Editor } from '../artifact-viewer/editing.ts'
import { element } from '../artifact-viewer/notice.ts'
import { initials } from '../layout/controls.tsx'
import { editorWords as words } from '../words/editor.ts'

export function showOthers(place: HTMLElement, editors: readonly Editor[]): void {
  const [first, ...others] = editors
  place.hidden = !first
  place.replaceChildren()
  if (!first) return
  const avatar = element('span', {
    className: `avatar hue-${first.color}`,
    textContent: initials(first.name),
    ariaHidden: 'true',
  })
  const said = others.length ? words.areEditingToo(first.name, others.length) : words.isEditingToo(first.name)
  place.title = said
  place.replaceChildren(avatar, element('span', { className: 'editing-words', textContent: said }))
}
