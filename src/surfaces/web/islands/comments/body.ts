// The words of a comment as text: line breaks are kept, web addresses become links, nothing else is read into them.

import { element } from '../viewer/notice.ts'

const marked = /@\[([^\n[\]@]{1,200})\]/g
const address = /https?:\/\/[^\s<>"'`]+[^\s<>"'`.,:;!?)\]}]/g

/** Safe for any text: it is never parsed as markup. `@[…]` loses its brackets where it names one of `names`. */
export function bodyOf(body: string, names: readonly string[]): HTMLElement {
  const shown = element('p', { className: 'comment-body', dir: 'auto' })
  const known = new Set(names.map(name => name.toLowerCase()))
  const text = body.replace(marked, (all, name: string) => (known.has(name.toLowerCase()) ? `@${name}` : all))
  let from = 0
  for (const found of text.matchAll(address)) {
    shown.append(text.slice(from, found.index), linkTo(found[0]))
    from = found.index + found[0].length
  }
  shown.append(text.slice(from))
  return shown
}

function linkTo(href: string): Node {
  if (!URL.canParse(href)) return document.createTextNode(href)
  return element('a', { href, textContent: href, target: '_blank', rel: 'nofollow ugc noopener noreferrer' })
}
