// The page of the editor, which its script opens there.

import type { Artifact } from '../../../domain/artifact.ts'
import { Problem } from '../../../domain/problem.ts'
import { largestInPlace } from '../../../operations/artifacts/page-texts.ts'
import type { Content, StoredVersion } from '../../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../../operations/index.ts'
import { profileFor, textProfile } from '../../viewer/profiles.ts'
import { plain } from '../layout/text.ts'
import {
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { requestWords } from '../words/editor.ts'
import { editPage, tooLargePage } from './edit-page.tsx'
import type { EditorPage } from './editor-page.ts'

export const editRoutes: Section['routes'] = {
  'GET /app/artifacts/:id/edit': showEditor,
}

/** The current version, for those who may edit; 403 for other readers. */
export async function opened(request: PageRequest): Promise<Content> {
  const { id } = request.params
  const [{ can }, current] = await Promise.all([
    performed(request, operations.get, { id }),
    performed(request, operations.content, { id }),
  ])
  if (can.includes('edit')) return current
  throw new Problem('forbidden', requestWords.cannotEdit)
}

/** Bytes; a larger text is edited with programs made for it. */
const largestEdited = 5 * 1_048_576

async function showEditor(request: PageRequest): Promise<void> {
  const { artifact, version } = await opened(request)
  const frame = frameOf(request)
  const page =
    version.size > largestEdited
      ? tooLargePage({ frame, shortId: artifact.shortId, name: artifact.name })
      : editPage({ frame, editor: editorFor(request, artifact, version) })
  sendDashboard(request, 200, page)
}

/** Returns the facts that the page hands to the editor's script. */
function editorFor(request: PageRequest, artifact: Artifact, version: StoredVersion): EditorPage {
  const { pageContext, actor, me, query } = request
  const { frames, site } = pageContext
  const preview = artifact.organization === null
  const openNetwork = artifact.organization?.policy.openNetwork ?? false
  const profile = profileFor({ format: version.format, preview, openNetwork })
  const origin = site.origins.origin(artifact.id)
  const still = version.format === 'html' && version.size <= largestInPlace
  const { name, color } = frameOf(request).reader
  return {
    shortId: artifact.shortId,
    name: plain(artifact.name),
    format: version.format,
    version: version.number,
    reader: isPerson(actor) ? actor.personId : actor.email,
    avatar: { name, color },
    organization: me.organization?.id ?? null,
    frame: frames.element(profile, origin),
    drawingFrame: frames.drawingElement(version.format, site.origins),
    textFrame: still ? frames.element(textProfile({ preview, openNetwork }), origin) : null,
    inPlace: still && query.get('mode') !== 'source',
  }
}
