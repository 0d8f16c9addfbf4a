// The script of the frame in which a page of HTML is read.

import { showHtmlPage } from '../shim/html-page.ts'
import { guardForms, guardLinks } from '../shim/links.ts'
import { runScriptLinks } from '../shim/script-links.ts'

showHtmlPage(channel => {
  guardForms()
  guardLinks(channel)
  runScriptLinks()
})
