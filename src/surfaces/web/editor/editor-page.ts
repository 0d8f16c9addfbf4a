// The facts that the server tells the editor: about its page, as JSON in `data-editor`, and of a merge.

import type { Part } from '../../../content/diff/merge-parts.ts'
import type { FrameElement } from '../../viewer/frame.ts'
import type { AvatarProps } from '../layout/controls.tsx'

export interface EditorPage {
  shortId: string
  name: string
  format: 'html' | 'markdown'
  /** Number of the version edited from. */
  version: number
  /** The person who edits; the browser keeps each reader's drafts apart. */
  reader: string
  avatar: Pick<AvatarProps, 'name' | 'color'>
  /** The organization that the page was made for. */
  organization: string | null
  frame: FrameElement
  /** The frame that draws the diagrams of Markdown. */
  drawingFrame: FrameElement | null
  /** The frame for editing words in their places; null where that cannot be done. */
  textFrame: FrameElement | null
  /** Opened for that. */
  inPlace: boolean
}

/** The text, merged piece by piece with a newer version. */
export interface Merged {
  parts: Part[]
  version: number
  /** The person who saved that version. */
  by: string
  createdAt: string
  avatar: Pick<AvatarProps, 'name' | 'color' | 'kind'>
}

/** Path of the editor's own page, to which its other addresses are added. */
export const editPath = ({ shortId }: EditorPage): string => `/app/artifacts/${shortId}/edit`
