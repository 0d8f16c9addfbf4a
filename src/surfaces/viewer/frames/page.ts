// The script of the frame in which a page of HTML is read.

import { becomePage, profile } from '../shim/document.ts'
import { guardForms } from '../shim/links.ts'
import { followLooks, type Looks } from '../shim/looks.ts'
import { readAlong } from '../shim/read-along.ts'
import { keepReadyState } from '../shim/ready-state.ts'
import { installStandIns, removePeerConnections } from '../shim/stand-ins.ts'
import { keepOpen } from '../shim/writer.ts'

let looks: Looks
const { print } = window

becomePage({
  begin: channel => {
    looks = followLooks(channel)
    channel.on('print', () => print())
    installStandIns()
    if (profile !== 'html') removePeerConnections()
  },
  opened: channel => {
    keepOpen()
    keepReadyState()
    guardForms()
    readAlong(channel, 'page', looks)
  },
})
