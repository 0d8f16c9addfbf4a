// What a frame does for a page of HTML that is read: everything of ours but where its links lead.

import type { Channel } from './channel.ts'
import { becomePage } from './document.ts'
import { followLooks, type Looks } from './looks.ts'
import { readAlong } from './read-along.ts'
import { keepReadyState } from './ready-state.ts'
import { installStandIns } from './stand-ins.ts'
import { keepOpen } from './writer.ts'

/** Called once; `guardWaysOut` sees to links and forms of each document that is opened. */
export function showHtmlPage(guardWaysOut: (channel: Channel) => void): void {
  const { print } = window
  let looks: Looks
  becomePage({
    begin: channel => {
      looks = followLooks(channel)
      channel.on('print', () => print())
      installStandIns()
    },
    opened: channel => {
      keepOpen()
      keepReadyState()
      guardWaysOut(channel)
      readAlong(channel, 'page', looks)
    },
  })
}
