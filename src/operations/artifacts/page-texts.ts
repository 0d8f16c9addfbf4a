// Editing an HTML page's own words where they stand: the copy that is shown for it, and the source with the new words.
import { z } from 'zod'
import { markedCopy, withNewTexts } from '../../content/worker-calls.ts'
import { Problem } from '../../domain/problem.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'

/** Characters of a page whose words can be edited where they stand: parsing a larger one takes seconds. */
export const largestInPlace = 2 * 1_048_576

const gap = 'its places are those of the copy in the editor’s frame; programs replace passages of the source'

const source = z.string().min(1).describe('The page as it is written now')

/** Both make something of the text in the editor, and save nothing. */
const ofTheEditor = {
  effect: 'read',
  access: { artifact: 'edit' },
  fails: ['file_too_large', 'edit_not_found', 'overloaded'],
  rest: { gap },
  mcp: { gap },
  cli: { gap },
} as const

export const showTexts = operation({
  name: 'showTexts',
  summary: 'Get a copy of an HTML page whose texts are marked, to edit them where they stand.',
  input: z.object({ id: fields.id, source }),
  output: z.object({ copy: z.string() }),
  ...ofTheEditor,
  async run({ input, turn }) {
    requireModest(input.source)
    const copy = await markedCopy(turn, input.source)
    if (copy !== null) return { copy }
    throw new Problem(
      'edit_not_found',
      'Its words cannot be edited in their places. Edit the source instead.',
    )
  },
})

export const putTexts = operation({
  name: 'putTexts',
  summary:
    'Put new words into single texts of an HTML page, every other byte as it was. Nothing is saved by it.',
  input: z.object({
    id: fields.id,
    source,
    texts: z
      .array(
        z.strictObject({
          node: z.string().max(40),
          was: z.string().max(10_000),
          text: z.string().max(10_000),
        }),
      )
      .min(1)
      .max(500)
      .describe('Texts as the marked copy names them: {node, was, text}'),
  }),
  output: z.object({ source: z.string() }),
  ...ofTheEditor,
  async run({ input, turn }) {
    requireModest(input.source)
    const put = await withNewTexts(turn, input.source, input.texts)
    if ('source' in put) return put
    throw new Problem(
      'edit_not_found',
      'This text cannot be replaced where it stands without touching what is around it. Edit the source for it.',
      { edit: put.refused },
    )
  },
})

function requireModest(text: string): void {
  if (text.length <= largestInPlace) return
  throw new Problem(
    'file_too_large',
    'Words can be edited in their places up to 2 MB. This page is larger: edit its source, which works the same way.',
    { limit: largestInPlace },
  )
}
