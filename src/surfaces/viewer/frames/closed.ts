// The script of the frame in which a page of HTML is read that must not reach the network.

import { askForLinks } from '../shim/asked-links.ts'
import { askToPrint } from '../shim/asked-print.ts'
import { guardForms } from '../shim/forms.ts'
import { showHtmlPage } from '../shim/html-page.ts'
import { confineScripts } from '../shim/trusted-types.ts'

confineScripts()
showHtmlPage(channel => {
  askForLinks(channel)
  guardForms(channel, true)
  askToPrint(channel)
})
