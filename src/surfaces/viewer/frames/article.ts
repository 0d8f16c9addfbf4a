// The script of the frame in which rendered Markdown is read, or printed: the only script that runs there.

import { addComforts } from '../shim/comforts.ts'
import { type Diagrams, showDiagrams } from '../shim/diagrams.ts'
import { becomePage, profile } from '../shim/document.ts'
import { followLooks, type Looks, wear } from '../shim/looks.ts'
import { readAlong } from '../shim/read-along.ts'

let looks: Looks
let diagrams: Diagrams | undefined

becomePage({
  begin: channel => {
    looks = followLooks(channel)
    channel.on('print', async () => {
      await diagrams?.all()
      print()
    })
  },
  opened: channel => {
    wear(looks.page)
    diagrams = showDiagrams(channel)
    if (profile.startsWith('print')) return
    readAlong(channel, 'article', looks)
    addComforts(channel)
  },
})
