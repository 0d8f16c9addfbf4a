// The script of the frame in which a version stands beside another: no script of the author runs.

import { becomePage } from '../shim/document.ts'
import { guardForms } from '../shim/forms.ts'
import { guardLinks, openBeside } from '../shim/links.ts'
import { followMarks } from '../shim/marks.ts'

becomePage(channel => {
  followMarks(channel)
  guardLinks(channel, openBeside)
  guardForms(channel)
})
