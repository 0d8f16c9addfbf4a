// Pointing at a part of the page: begun by a press in the shell, led by its bar, and confirmed there or by a click in the page.

import type { ElementPoint, Picked } from '../../../viewer/protocol.ts'
import type { PageFrame } from '../../artifact-viewer/page-frame.ts'
import { subjectWords } from '../../words/comment-subject.ts'
import { isInnerFrame, wordsOfPicked } from '../subject.ts'
import { pickBar, type Stage } from './pick-bar.ts'
import {
  cornered,
  elementPointOf,
  isPicture,
  moved,
  type PointOnElement,
  placeWords,
  pointOnElement,
  uncornered,
} from './point-on-element.ts'

export interface ElementPicker {
  /** Lets the reader point; `action` is the word of the button that takes it. */
  begin(action: string, taken: (picked: Picked) => void): void
  end(): void
}

const hint = subjectWords.point

const nothing: ElementPoint = { point: null, region: null }

/** Shares that differ by less are the same place. */
const NEAR = 0.001

/** Hears the frame only from the press in the shell that begins a picking to its end. Points and regions by key are made only here. */
export function followElementPicker(frame: PageFrame): ElementPicker {
  let taken: ((picked: Picked) => void) | null = null
  let pointed: Picked | null = null
  let placing: PointOnElement | null = null
  let before: Element | null = null

  const show = () => {
    const stage: Stage =
      !pointed || !isPicture(pointed) ? 'part' : !placing ? 'picture' : placing.corner ? 'region' : 'point'
    bar.show(stage, pointed ? said(pointed) : hint, pointed !== null)
  }
  const place = (to: PointOnElement | null) => {
    if (!pointed) return
    placing = to
    const spot = to ? elementPointOf(to) : nothing
    pointed = { ...pointed, ...spot }
    // The corner that moves is seen too.
    frame.send({ type: 'spot', spot: to ? { ...spot, point: to.at } : nothing })
    show()
  }
  const point = (picked: Picked) => {
    const isSame = placing && pointed?.path === picked.path
    if (isSame && isNear(picked, placing!)) return
    if (isSame && !picked.point && !picked.region) return place(placing)
    placing = null
    pointed = oneOf(picked)
    show()
  }
  const end = () => {
    if (!taken) return
    taken = null
    bar.end()
    frame.send({ type: 'pick', on: false })
  }
  const cancel = () => {
    end()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
  const choose = (picked: Picked | null) => {
    if (!taken || !picked) return
    const report = taken
    end()
    report(picked)
  }
  const bar = pickBar({
    step: to => frame.send({ type: 'step', to }),
    move: (to, isLarge) => placing && place(moved(placing, to, isLarge)),
    place: () => pointed && place(pointOnElement(pointed)),
    corner: () => pointed && place(cornered(placing ?? pointOnElement(pointed))),
    take: () => choose(pointed),
    back: () => (placing ? place(uncornered(placing)) : cancel()),
  })
  frame.on('pointed', ({ picked }) => taken && point(picked))
  frame.on('picked', ({ picked }) => choose(oneOf(picked)))
  frame.on('pick-left', () => taken && cancel())
  return {
    begin(action, report) {
      before = document.activeElement
      taken = report
      pointed = null
      placing = null
      bar.begin(action)
      show()
      frame.send({ type: 'pick', on: true })
    },
    end,
  }
}

function said(picked: Picked): string {
  const words = [wordsOfPicked(picked), placeWords(picked)].filter(Boolean).join(', ')
  return isInnerFrame(picked) ? `${words}. ${subjectWords.innerFrame}` : words
}

/** The cross of a region is the corner that moved. */
const oneOf = (picked: Picked): Picked => (picked.region ? { ...picked, point: null } : picked)

const isNear = ({ point }: Picked, { at }: PointOnElement): boolean =>
  point !== null && Math.abs(point.x - at.x) < NEAR && Math.abs(point.y - at.y) < NEAR
