// What every frame document does: it waits for the shell, becomes the page that the shell sends, and follows its theme.

import { takeAddress } from './address.ts'
import { awaitShell, type Channel } from './channel.ts'
import { reportOutline } from './outline.ts'
import { passPresses } from './presses.ts'
import { surviveRewriting } from './rewriting.ts'
import { followTheme } from './theme.ts'
import { writePage } from './writer.ts'

const { app } = document.currentScript!.dataset

export interface Behaviour {
  /** Before the page's first script. */
  begin?(channel: Channel): void
  /** The document is new and empty; listeners that are set now stay. */
  opened?(channel: Channel): void
}

/** Called once, by the script that stands in the frame document. */
export function becomePage({ begin, opened }: Behaviour): void {
  awaitShell(app!, channel => {
    channel.on('start', ({ address }) => takeAddress(address, app!))
    begin?.(channel)
    const giveTheme = followTheme(channel)
    const open = () => {
      passPresses(channel)
      opened?.(channel)
      reportOutline(channel)
      surviveRewriting(giveTheme)
    }
    writePage(channel, { opened: open, rooted: giveTheme })
  })
}
