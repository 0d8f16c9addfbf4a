// The script of the frame in which a page of HTML is read.

import { becomePage, profile } from '../shim/document.ts'
import { readAlong } from '../shim/read-along.ts'
import { installStandIns, removePeerConnections } from '../shim/stand-ins.ts'

const print = window.print.bind(window)

becomePage({
  begin: channel => {
    channel.on('print', () => print())
    installStandIns()
    if (profile !== 'html') removePeerConnections()
  },
  opened: channel => readAlong(channel, 'page'),
})
