// The words of a comment as text: line breaks are kept, web addresses become links, nothing else is read into them.

import { element } from '../viewer/notice.ts'

const address = /https?:\/\/[^\s<>"'`]+[^\s<>"'`.,:;!?)\]}]/g

/** Safe for any text: it is never parsed as markup. */
export function bodyOf(text: string): HTMLElement {
  const shown = element('p', { className: 'comment-body', dir: 'auto' })
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
