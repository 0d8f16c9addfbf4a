// Editing the source in the browser: the form, saving it as a version, and settling what clashes with somebody else's.

import type { FileSource } from '../../../content/render/file-source.ts'
import { formConflicts, formFile, settledFile } from '../../../content/worker-calls.ts'
import { type Artifact, mediaTypes } from '../../../domain/artifact.ts'
import { Problem } from '../../../domain/problem.ts'
import { largestInPlace } from '../../../operations/artifacts/page-texts.ts'
import type { Content, StoredVersion } from '../../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../../operations/index.ts'
import type { Body } from '../../../operations/kernel/call.ts'
import { chunksOf } from '../../../operations/kernel/file-ingest.ts'
import { openStoredFile } from '../../../operations/kernel/version-text.ts'
import { invite } from '../../http/body.ts'
import { readMultipart } from '../../http/multipart.ts'
import { profileFor, textProfile } from '../../viewer/profiles.ts'
import { sourceOf } from '../artifact/artifact.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { plain } from '../layout/text.ts'
import {
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Refused,
  refusal,
  requireSameOrganization,
  type Section,
  sendDashboard,
  turnAt,
  unlessMissing,
} from '../page/dashboard.ts'
import { editFormWords, requestWords } from '../words/editor.ts'
import { clashPage, type EditValues, editPage, mostClashes, tooLargePage } from './edit-page.tsx'
import type { EditorPage } from './editor-page.ts'

export const editRoutes: Section['routes'] = {
  'GET /app/artifacts/:id/edit': showEditor,
  'POST /app/artifacts/:id/edit': saveText,
}

/** A form carries a text of a million characters at most, and line breaks grow on the way. */
const largest = 900_000

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

/** A larger text is edited with programs made for it. */
const largestEdited = 5 * 1_048_576

async function showEditor(request: PageRequest): Promise<void> {
  const { artifact, version } = await opened(request)
  const editor = version.size > largestEdited ? undefined : editorFor(request, artifact, version)
  if (version.size > largest) {
    const props = { frame: frameOf(request), ...facts(artifact, version), editor }
    return sendDashboard(request, 200, tooLargePage(props))
  }
  const text = await sourceOf(request.pageContext, version)
  sendEditor(request, artifact, version, { values: { text, base: String(version.number), note: '' }, editor })
}

/** What the editor's script is told. */
function editorFor(
  { pageContext, actor, me, query }: PageRequest,
  artifact: Artifact,
  version: StoredVersion,
): EditorPage {
  const { frames, site } = pageContext
  const preview = artifact.organization === null
  const openNetwork = artifact.organization?.policy.openNetwork ?? false
  const profile = profileFor({ format: version.format, preview, openNetwork })
  const origin = site.origins.origin(artifact.id)
  const still = version.format === 'html' && version.size <= largestInPlace
  return {
    ...facts(artifact, version),
    name: plain(artifact.name),
    version: version.number,
    reader: isPerson(actor) ? actor.personId : actor.email,
    organization: me.organization?.id ?? null,
    frame: frames.element(profile, origin),
    drawingFrame: frames.drawingElement(version.format, site.origins),
    textFrame: still ? frames.element(textProfile({ preview, openNetwork }), origin) : null,
    inPlace: still && query.get('mode') !== 'source',
  }
}

const facts = ({ shortId, name }: Artifact, { format }: StoredVersion) => ({ shortId, name, format })

function sendEditor(
  request: PageRequest,
  artifact: Artifact,
  version: StoredVersion,
  {
    status = 200,
    ...held
  }: { status?: number; values: EditValues; errors?: Refused['errors']; editor?: EditorPage | undefined },
): void {
  sendDashboard(request, status, editPage({ frame: frameOf(request), ...facts(artifact, version), ...held }))
}

/** What the form held, and what was chosen for each clash it showed. */
interface Sent extends EditValues {
  step: string
  /** The version that the clashes were shown against. */
  theirs: string
  choices: readonly (string | undefined)[]
}

/** The form, where its page was made for the organization that the visitor is in. */
async function textSent(request: PageRequest): Promise<Sent> {
  const { exchange } = request
  invite(exchange)
  const { fields } = await readMultipart(exchange.request, refuseFile, 'form')
  requireSameOrganization(request, fields.organization?.at(-1))
  const field = (name: string) => fields[name]?.at(-1) ?? ''
  const choices = Array.from({ length: mostClashes }, (_, index) => fields[`choice-${index}`]?.at(-1))
  return {
    text: field('text'),
    base: field('base'),
    note: field('note'),
    step: field('step'),
    theirs: field('theirs'),
    choices,
  }
}

async function refuseFile(): Promise<never> {
  throw new Problem('invalid_input', 'The editor takes the text itself, no file.', {
    errors: [{ field: 'text', message: 'send the text itself, no file' }],
  })
}

/** `POST /app/artifacts/{id}/edit`: saves, or goes on from the choices made for what clashed. */
async function saveText(request: PageRequest): Promise<void> {
  const sent = await textSent(request)
  const { artifact, version } = await opened(request)
  if (sent.theirs === '') return save(request, artifact, version, sent)
  const sides = await sidesOf(request, sent)
  const bytes =
    sides && (await settledFile(turnAt(request), sent.text, sides.before, sides.theirs, sent.choices))
  if (!bytes) return sendClash(request, artifact, version, sent, editFormWords.chooseFirst)
  const settled = { ...sent, text: Buffer.from(bytes).toString('utf8'), base: sent.theirs }
  if (sent.step === 'compose') return sendEditor(request, artifact, version, { values: settled })
  await save(request, artifact, version, settled)
}

async function save(
  request: PageRequest,
  artifact: Artifact,
  version: StoredVersion,
  sent: EditValues,
): Promise<void> {
  const path = settingsPath(artifact.shortId)
  try {
    const before = await sourceAt(request, Number(sent.base))
    const body = bodyOf(await formFile(turnAt(request), sent.text, before), sent.note, version)
    const base = { versions: versionsIn(sent.base) }
    const input = { id: artifact.shortId, merge: true }
    const saved = await performed(request, operations.update, input, {
      base,
      body,
    })
    finish(request, path, saved.merged ? 'merged' : 'edited')
  } catch (error) {
    if (error instanceof Problem && error.code === 'version_conflict')
      return sendClash(request, artifact, version, { ...sent, theirs: String(error.extras.currentVersion) })
    const { status, errors } = refusal(request.exchange, error, places)
    sendEditor(request, artifact, version, { status, errors, values: sent })
  }
}

/** At which field a problem is mended. */
const places = Object.fromEntries(
  ['empty_file', 'not_utf8', 'file_too_large', 'contains_key'].map(code => [code, 'text']),
)

const versionsIn = (base: string): number[] => (/^[1-9]\d{0,8}$/.test(base) ? [Number(base)] : [])

const bodyOf = (bytes: Uint8Array, note: string, { format }: StoredVersion): Body => ({
  announce: () => undefined,
  read: async (_limit, keep) => ({
    fields: note.trim() === '' ? {} : { note },
    file: await keep({
      bytes: chunksOf(bytes),
      mediaType: mediaTypes[format],
    }),
  }),
})

/** A version as a file, or null where there is none. */
async function sourceAt(request: PageRequest, version: number): Promise<FileSource | null> {
  if (versionsIn(String(version)).length === 0) return null
  const found = await unlessMissing(
    performed(request, operations.content, { id: request.params.id, version }),
  )
  return found && found.version.size <= largest
    ? openStoredFile(request.pageContext.site.context, found.version)
    : null
}

/** The version that a text was edited from and the one it clashes with; null where one is not there or too large. */
async function sidesOf(request: PageRequest, sent: Pick<Sent, 'base' | 'theirs'>) {
  const [before, theirs] = await Promise.all([
    sourceAt(request, Number(sent.base)),
    sourceAt(request, Number(sent.theirs)),
  ])
  return before && theirs && { before, theirs }
}

/** 412 with both sides of every clash, and the ways out. */
async function sendClash(
  request: PageRequest,
  artifact: Artifact,
  version: StoredVersion,
  sent: EditValues & { theirs: string; choices?: Sent['choices'] },
  message?: string,
): Promise<void> {
  const { text, base, note, theirs, choices = [] } = sent
  const sides = await sidesOf(request, sent)
  const clashes = sides ? await formConflicts(turnAt(request), text, sides.before, sides.theirs) : []
  const html = clashPage({
    frame: frameOf(request),
    ...facts(artifact, version),
    values: { text, base, note },
    theirs,
    clashes,
    choices,
    ...(message && { errors: [{ field: null, message }] }),
  })
  sendDashboard(request, message ? 422 : 412, html)
}
