// Pages in miniature: the small drawing of their structure, and their first sentences.
import { z } from 'zod'
import { KeptTexts } from '../../content/text/kept-texts.ts'
import { drawLinkPicture } from '../../content/worker-calls.ts'
import type { Artifact, Miniature } from '../../domain/artifact.ts'
import { drawingIn, drawingSvg } from '../../domain/drawing.ts'
import { may } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { isLive } from '../kernel/authorize.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type SubjectTask } from '../kernel/operation.ts'
import { openStoredFile } from '../kernel/stored-file.ts'

export const drawing = operation({
  name: 'drawing',
  summary: 'Draw the structure of an artifact in miniature, without its words.',
  input: z.object({ id: fields.id }),
  output: z.object({ svg: z.string(), version: z.int() }),
  effect: 'read',
  access: { artifact: 'read' },
  fails: ['content_damaged', 'overloaded'],
  rest: { gap: 'an image, with headers of its own; written by hand' },
  mcp: { gap: 'agents read the outline: read_artifact with format outline' },
  cli: { gap: 'a terminal shows no images' },
  async run(task) {
    const { drawing: text } = await miniatureOf(task)
    return { svg: drawingSvg(drawingIn(text ?? '')), version: task.artifact.version }
  },
})

/** As it was stored with the version; one stored before there were any is made now, and kept. */
async function miniatureOf({ context, rows, artifact, turn }: SubjectTask): Promise<Miniature> {
  const kept = (await rows.versions.miniatures([artifact.id])).get(artifact.id)
  if (kept) return kept
  const { id, version, format } = artifact
  const { miniature } = await context.descriptions.of({
    turn,
    file: openStoredFile(context, artifact),
    format,
  })
  await context.records.transaction(changes => changes.versions.addMiniature(id, version, miniature))
  return miniature
}

/** Pictures asked for lately: a link that goes round is unfurled by many at once. */
const pictures = new KeptTexts<Uint8Array>(8_000_000)

export const linkPicture = operation({
  name: 'linkPicture',
  summary: 'Draw the picture that stands beside a link to a public artifact.',
  input: z.object({ id: fields.id }),
  output: z.object({ png: z.custom<Uint8Array>(), version: z.int() }),
  effect: 'read',
  access: { artifact: 'read' },
  fails: ['content_damaged', 'overloaded'],
  rest: { gap: 'an image at the address of the page, for programs that show links' },
  mcp: { gap: 'an image for programs that show links' },
  cli: { gap: 'an image for programs that show links' },
  async run(task) {
    const { id, name, version, visibility, organization } = task.artifact
    if (visibility !== 'public' || organization === null) throw notFound()
    const { drawing: text } = await miniatureOf(task)
    const png = await pictures.get(`${id} ${version} ${name}`, () => drawLinkPicture(task.turn, name, text))
    return { png, version }
  },
})

export const miniatures = operation({
  name: 'miniatures',
  summary: 'Show several artifacts in miniature: drawings and first sentences.',
  input: z.object({ ids: z.array(fields.id).max(100) }),
  output: z.object({
    data: z.array(
      z.object({ shortId: z.string(), drawing: z.string().nullable(), opening: z.string().nullable() }),
    ),
  }),
  effect: 'read',
  access: { organization: 'member', scope: 'artifacts:read' },
  fails: [],
  rest: { gap: 'rows of the dashboard; programs read drawing and text of one artifact' },
  mcp: { gap: 'rows of the dashboard; agents read the text' },
  cli: { gap: 'rows of the dashboard; a terminal shows no images' },
  async run({ input, rows, actor, now }) {
    const found = await Promise.all(input.ids.map(id => rows.artifacts.find(id)))
    const readable = found.filter(
      (each): each is Artifact => each !== null && isLive(each, now) && may(actor, 'read', each),
    )
    const kept = await rows.versions.miniatures(readable.map(({ id }) => id))
    const data = readable.flatMap(({ id, shortId }) => {
      const miniature = kept.get(id)
      return miniature ? [{ shortId, ...miniature }] : []
    })
    return { data }
  },
})
