// The facts that the server tells the viewer about its page, as JSON in the sheet's `data-page`.

import type { FrameElement } from '../../viewer/frame.ts'

export interface ViewerPage {
  shortId: string
  name: string
  /** Number of the version shown. */
  version: number
  /** The reader chose an earlier version than the current one. */
  older: boolean
  /** Path of the bytes to show, on the app's own host. */
  content: string
  /** Path of the file to save. */
  download: string
  /** Bytes of the version, for words about waiting. */
  size: number
  frame: FrameElement
  /** The frame that prints; null where the page's own frame may open the print dialog. */
  printFrame: FrameElement | null
  /** The frame that draws its diagrams; null where it draws its own. */
  drawingFrame: FrameElement | null
}
