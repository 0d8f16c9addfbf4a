// The script of the frame in which rendered Markdown is read, or printed: the only script that runs there.

import { ID_PREFIX } from '../../../domain/author-ids.ts'
import type { FrameMessage } from '../protocol.ts'
import { keepAddress, showFragment } from '../shim/address.ts'
import { addCopyButtons } from '../shim/copy-buttons.ts'
import type { Diagrams, showDiagrams } from '../shim/diagrams.ts'
import { becomePage } from '../shim/document.ts'
import { readArticle, selectWholeFormulas } from '../shim/formulas.ts'
import { applyFrameStyles, followFrameStyles } from '../shim/frame-styles.ts'
import { guardLinks, openBeside } from '../shim/links.ts'
import { listen } from '../shim/natives.ts'
import { readAlong } from '../shim/read-along.ts'
import { article } from '../shim/text-nodes.ts'

let shown: Promise<Diagrams | undefined> | undefined

/** The profile of this frame, and the address of the part that shows diagrams. */
const { profile, diagrams } = document.currentScript!.dataset as { profile: string; diagrams: string }

/** No script of the author runs here, so nothing can put another file in this one's place. */
const load = (): Promise<{ showDiagrams: typeof showDiagrams }> => import(/* @vite-ignore */ diagrams)

/** Prints the page once its diagrams are drawn, as far as they can be. */
async function printWhole(): Promise<void> {
  await (await shown)?.all()
  print()
}

/** Goes to the place that a fragment names as its author did. */
function prefixFragment(): void {
  const place = location.hash.slice(1)
  if (place && !place.startsWith(ID_PREFIX)) showFragment(`#${ID_PREFIX}${place}`)
}

/** Takes our prefix from the ids in a message, so that places go by the names that their author gave them. */
function withoutPrefix(message: FrameMessage): FrameMessage {
  if (message.type === 'address')
    return { ...message, address: message.address.replace(`#${ID_PREFIX}`, '#') }
  if (message.type !== 'outline') return message
  const headings = message.headings.map(each => ({ ...each, id: each.id.replace(ID_PREFIX, '') }))
  return { ...message, headings }
}

becomePage(channel => {
  const { send } = channel
  channel.send = message => send(withoutPrefix(message))
  const looks = followFrameStyles(channel)
  channel.on('print', () => void printWhole().catch(reportError))
  applyFrameStyles(looks.page)
  listen('DOMContentLoaded', () => {
    if (!document.querySelector('article .language-mermaid')) return
    // Without it the page shows how its diagrams are written.
    shown = load().then(
      part => part.showDiagrams(channel),
      () => undefined,
    )
  })
  if (profile.startsWith('print')) return
  guardLinks(channel, openBeside)
  readAlong(channel, article, looks, readArticle())
  addCopyButtons(channel)
  selectWholeFormulas()
  keepAddress(channel)
  for (const moment of ['DOMContentLoaded', 'hashchange']) listen(moment, prefixFragment)
})
