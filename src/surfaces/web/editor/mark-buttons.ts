// The buttons above the source that insert Markdown, and the search: an icon each, named for everyone.

import { element } from '../artifact-viewer/notice.ts'
import { shapes } from '../layout/icon-shapes.ts'
import { editorWords as words } from '../words/editor.ts'
import type { Source } from './source.ts'
import { press } from './ways-out.ts'

const icons: Readonly<Record<string, keyof typeof shapes>> = {
  Bold: 'bold',
  Italic: 'italic',
  Code: 'code',
  Link: 'link',
  Heading: 'heading',
  List: 'bullets',
  Numbers: 'numbers',
  Quote: 'quote',
  Find: 'search',
}

export function markButtons(source: Source): HTMLElement {
  const group = element('div', { className: 'signs' }, [
    ...source.marks.map(mark => button(mark.label, () => source.mark(mark))),
    button(words.find, () => source.search()),
  ])
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', words.tools)
  return group
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = press('', act, 'tool sign')
  made.setAttribute('aria-label', label)
  made.title = label
  made.append(drawn(icons[label]!))
  return made
}

const svg = 'http://www.w3.org/2000/svg'

function drawn(name: keyof typeof shapes): SVGElement {
  const [icon, path] = [document.createElementNS(svg, 'svg'), document.createElementNS(svg, 'path')]
  for (const [key, value] of Object.entries({
    class: 'icon',
    viewBox: '0 0 24 24',
    width: '16',
    height: '16',
  }))
    icon.setAttribute(key, value)
  icon.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', shapes[name])
  icon.append(path)
  return icon
}
