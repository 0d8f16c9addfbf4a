// The steps of every frame document: it waits for the shell, becomes the page that the shell sends, and follows its theme.

import { takeAddress } from './address.ts'
import { awaitShell, type Channel } from './channel.ts'
import { reportFiles } from './dragged-files.ts'
import { reportLeaving } from './leaving.ts'
import { reportOutline } from './outline.ts'
import { reportPresses } from './presses.ts'
import { surviveRewriting } from './rewriting.ts'
import { followTheme } from './theme.ts'
import { writePage } from './writer.ts'

const { app } = document.currentScript!.dataset

/** Becomes the page. The script in the frame document calls it once; it calls `begin` before the page's first script. */
export function becomePage(begin: (channel: Channel) => void): void {
  awaitShell(app!, channel => {
    channel.on('start', ({ address }) => takeAddress(address, app!))
    const giveTheme = followTheme(channel)
    reportPresses(channel)
    reportLeaving(channel)
    reportFiles(channel)
    begin(channel)
    reportOutline(channel)
    surviveRewriting(giveTheme)
    writePage(channel, giveTheme)
  })
}
