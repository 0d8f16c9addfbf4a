// The script of the frame in which a page of HTML is read, and of the sheet in which it shows what it writes into a window.

import type { Channel } from '../shim/channel.ts'
import { answerEmptyWindows } from '../shim/empty-windows.ts'
import { guardForms } from '../shim/forms.ts'
import { showHtmlPage } from '../shim/html-page.ts'
import { guardLinks, openBeside } from '../shim/links.ts'
import { runScriptLink } from '../shim/script-links.ts'
import { followSheet } from '../shim/sheet-document.ts'
import { installStandIns } from '../shim/storage-stand-ins.ts'

function guardWaysOut(channel: Pick<Channel, 'send'>): void {
  guardForms(channel)
  guardLinks(channel, openBeside, runScriptLink)
}

if (document.currentScript!.dataset.inner) {
  installStandIns()
  guardWaysOut({ send: () => undefined })
  followSheet()
} else
  showHtmlPage((channel, looks) => {
    guardWaysOut(channel)
    answerEmptyWindows(looks.sheet, channel)
  })
