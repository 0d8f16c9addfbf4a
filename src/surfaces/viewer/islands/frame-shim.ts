// The script of the frame document: waits for the shell, then becomes the page that the shell sends.

import { awaitShell, type Channel } from '../shim/channel.ts'
import { addComforts } from '../shim/comforts.ts'
import { passKeys } from '../shim/keys.ts'
import { guardLinks } from '../shim/links.ts'
import { followMarks } from '../shim/marks.ts'
import { reportOutline } from '../shim/outline.ts'
import { markPassages } from '../shim/passages.ts'
import { readPage } from '../shim/reading.ts'
import { keepReadyState } from '../shim/ready-state.ts'
import { reportSelection } from '../shim/selecting.ts'
import { installStandIns, removePeerConnections } from '../shim/stand-ins.ts'
import { editTexts } from '../shim/texts.ts'
import { followTheme } from '../shim/theme.ts'
import { writePage } from '../shim/writer.ts'

const { app, profile } = document.currentScript!.dataset
const isText = /^text/.test(profile!)
const print = window.print.bind(window)

function begin(channel: Channel): void {
  let fragment = ''
  channel.on('start', message => {
    fragment = message.fragment
  })
  channel.on('ping', () => channel.send({ type: 'pong' }))
  channel.on('print', () => print())
  if (profile?.startsWith('compare')) followMarks(channel)
  installStandIns()
  if (profile === 'preview' || profile === 'offline') removePeerConnections()
  const giveTheme = followTheme(channel)
  const opened = () => {
    keepReadyState()
    if (isText) addEventListener('load', () => editTexts(channel))
    else readAlong(channel)
    reportOutline(channel, () => fragment)
  }
  writePage(channel, { opened, rooted: giveTheme })
}

/** What a page has besides its words while it is read. */
function readAlong(channel: Channel): void {
  guardLinks(channel)
  passKeys(channel)
  if (profile!.startsWith('md')) addComforts(channel)
  const reading = readPage(profile!.startsWith('md') ? 'article' : 'page')
  markPassages(channel, reading)
  reportSelection(channel, reading)
}

awaitShell(app!, begin)
