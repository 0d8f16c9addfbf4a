// Tells the shell what a script makes of the page's title.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { apply, getterOf, later, parseHtml } from './natives.ts'
import { paced } from './paced.ts'

const longest: Limits['title'] = 200

/** UTF-16 code units in which the file's own title is looked for. */
const MOST = 5_000_000

/** Milliseconds between two messages, however often the title changes. */
const PAUSE = 500

const titleOf = getterOf(Document.prototype, 'title')

/** Sends the title where it differs from the one in the file, and an empty text where it does no more. */
export function reportTitle(channel: Channel): void {
  let beginning = ''
  let own = ''
  let isWhole = false
  let sent = ''

  const read = (of: Document): string => apply(titleOf, of, [])
  const tell = paced(() => {
    watch()
    // Until the file is whole, more of its title may come.
    if (beginning) own = read(parseHtml(beginning))
    if (isWhole) beginning = ''
    const title = read(document)
    const text = title === own ? '' : title.slice(0, longest)
    if (text === sent) return
    sent = text
    channel.send({ type: 'title', text })
  }, PAUSE)
  const observer = new MutationObserver(tell)
  /** A script may put others in the place of the head and of what is around it. */
  const watch = () => {
    const { documentElement: root, head } = document
    observer.observe(document, { childList: true })
    if (root) observer.observe(root, { childList: true })
    if (head) observer.observe(head, { childList: true, characterData: true, subtree: true })
  }
  channel.on('chunk', ({ html }) => {
    if (!beginning) later(tell, PAUSE)
    if (beginning.length < MOST) beginning += html
  })
  channel.on('end', () => {
    isWhole = true
  })
}
