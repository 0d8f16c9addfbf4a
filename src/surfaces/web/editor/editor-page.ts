// What the server tells the editor about its page, as JSON in its `data-editor`.

import type { FrameElement } from '../../viewer/frame.ts'

export interface EditorPage {
  shortId: string
  name: string
  format: 'html' | 'markdown'
  /** Number of the version edited from. */
  version: number
  /** Who edits; drafts in this browser are kept apart by it. */
  reader: string
  /** The organization that the page was made for. */
  organization: string | null
  frame: FrameElement
  /** In which the diagrams of Markdown are drawn. */
  drawingFrame: FrameElement | null
  /** For editing words in their places; null where that cannot be done. */
  textFrame: FrameElement | null
  /** Opened for that. */
  inPlace: boolean
}

/** Path of the editor's own page, to which its other addresses are added. */
export const editPath = ({ shortId }: EditorPage): string => `/app/artifacts/${shortId}/edit`
