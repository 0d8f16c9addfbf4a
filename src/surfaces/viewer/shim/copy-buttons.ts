// Copy buttons at code blocks and links at headings of rendered Markdown. They hold no text of their own.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { later, listen } from './natives.ts'

const longestId: Limits['headingText'] = 120

/** Adds them once the page is parsed. The shell gets each click; it shows the message and keeps the address. */
export function addCopyButtons(channel: Channel): void {
  listen('DOMContentLoaded', () => {
    const blocks = document.querySelectorAll<HTMLElement>('article pre > code')
    const headings = document.querySelectorAll<HTMLElement>('article :is(h1,h2,h3,h4,h5,h6)[id]')
    if (blocks.length + headings.length === 0) return
    for (const code of blocks) code.parentElement!.before(copyButton(code, channel))
    for (const heading of headings) heading.append(anchor(heading.id, channel))
  })
}

function copyButton(code: HTMLElement, channel: Channel): HTMLElement {
  const button = Object.assign(document.createElement('button'), { className: 'recto-copy' })
  button.ariaLabel = 'Copy this code'
  const copy = async () => {
    const done = await copied(code)
    button.dataset.done = done ? 'yes' : 'no'
    channel.send({ type: 'copied', done })
    later(() => delete button.dataset.done, 2000)
  }
  button.addEventListener('click', () => void copy().catch(reportError))
  return button
}

/** Copies the code; where the frame may not write to the clipboard, in the old way. The code stands selected if that fails too. */
async function copied(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent!)
    return true
  } catch {
    getSelection()!.selectAllChildren(code)
    return document.execCommand('copy')
  }
}

/** Reached by pointer alone: by keyboard the list of contents does the same. */
function anchor(id: string, channel: Channel): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href: `#${id}`, className: 'recto-anchor' })
  link.tabIndex = -1
  link.ariaHidden = 'true'
  if (id.length <= longestId) link.addEventListener('click', () => channel.send({ type: 'anchor', id }))
  return link
}
