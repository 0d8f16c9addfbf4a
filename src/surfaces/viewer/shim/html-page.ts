// The parts that every frame of an HTML page shares while it is read: everything of ours but the links.

import { keepAddress } from './address.ts'
import type { Channel } from './channel.ts'
import { becomePage } from './document.ts'
import { type FrameStyleSwitch, followFrameStyles } from './frame-styles.ts'
import { print } from './natives.ts'
import { reportTitle } from './page-title.ts'
import { readAlong } from './read-along.ts'
import { keepReadyState } from './ready-state.ts'
import { watchOpenRoots } from './shadow-roots.ts'
import { installStandIns } from './storage-stand-ins.ts'
import { keepOpen } from './writer.ts'

/** Shows the page; called once. `guardWaysOut` handles links and forms. */
export function showHtmlPage(guardWaysOut: (channel: Channel, looks: FrameStyleSwitch) => void): void {
  becomePage(channel => {
    const looks = followFrameStyles(channel)
    channel.on('print', () => print())
    installStandIns()
    watchOpenRoots(channel)
    reportTitle(channel)
    keepOpen()
    keepReadyState()
    guardWaysOut(channel, looks)
    readAlong(channel, 'body', looks)
    keepAddress(channel)
  })
}
