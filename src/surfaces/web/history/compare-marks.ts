// What the server tells the script that shows two versions beside each other, as JSON in `data-compare`.

import type { FrameElement } from '../../viewer/frame.ts'
import type { MarksMessage } from '../../viewer/protocol.ts'

export interface ComparedSide {
  /** Such as "Plan, version 3". */
  title: string
  /** Path of the bytes to show. */
  content: string
  marks: MarksMessage
}

export interface RenderedCompare {
  frame: FrameElement
  sides: [from: ComparedSide, to: ComparedSide]
  /** The words that each change took away, shortened. */
  removed: readonly string[]
}
