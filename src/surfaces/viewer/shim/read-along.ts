// What a page has besides its words while it is read: links that lead out, keys, passages with comments, the reader's selection.

import type { Channel } from './channel.ts'
import { passKeys } from './keys.ts'
import { guardLinks } from './links.ts'
import { markPassages } from './passages.ts'
import { readPage } from './reading.ts'
import { reportSelection } from './selecting.ts'
import type { TextRoot } from './text-nodes.ts'

export function readAlong(channel: Channel, root: TextRoot): void {
  guardLinks(channel)
  passKeys(channel)
  const reading = readPage(root)
  markPassages(channel, reading)
  reportSelection(channel, reading)
}
