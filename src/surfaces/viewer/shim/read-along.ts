// The parts that a page has besides its words while it is read: keys, and all that comments need.

import type { Channel } from './channel.ts'
import { startElementPicker } from './element-picker.ts'
import type { FrameStyleSwitch } from './frame-styles.ts'
import { reportInnerFrames } from './inner-frames.ts'
import { passKeys } from './keys.ts'
import { makeLayer } from './layer.ts'
import { markPassages } from './passages.ts'
import { markPins } from './pins.ts'
import { type Reading, readPage } from './reading.ts'
import { reportSelection } from './selecting.ts'
import type { TextRoot } from './text-nodes.ts'

export function readAlong(
  channel: Channel,
  root: TextRoot,
  looks: FrameStyleSwitch,
  reading: Reading = readPage(root),
): void {
  const layer = makeLayer(looks.layer)
  startElementPicker(channel, layer, root)
  passKeys(channel)
  markPassages(channel, reading, { pins: markPins(channel, layer, reading, root), sheet: looks.page })
  reportSelection(channel, reading, root)
  reportInnerFrames(channel, root)
}
