// The tool set_thread_status: resolves or opens several threads, each by itself, and says what became of each.
import { z } from 'zod'
import { invalidInput } from '../../domain/problem.ts'
import { reopen, resolve } from '../../operations/comments/resolve-thread.ts'
import * as fields from '../../operations/kernel/fields.ts'
import type { Operation } from '../../operations/kernel/operation.ts'
import { asProblem } from '../http/problem.ts'
import { toSnake } from './names.ts'
import { resultOf } from './result.ts'
import { admittingError, inputSchema } from './schema.ts'
import { type Arguments, definitionOf, type Tool, unknownArguments } from './tool.ts'
import { performed, type ToolCall } from './tool-call.ts'

const input = z.strictObject({
  thread_ids: z.array(fields.threadId).min(1).max(50).describe('Threads to turn, each once'),
  status: z.enum(['resolved', 'open']).describe('What they shall be'),
  reply: fields.body.optional().describe('An answer posted to each in the same step'),
})

const output = inputSchema(
  z.strictObject({
    threads: z.array(
      z.strictObject({
        thread_id: z.string(),
        status: z.string().optional(),
        error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
      }),
    ),
  }),
)

export const statusTool: Tool = {
  definition: definitionOf(
    {
      tool: 'set_thread_status',
      title: 'Resolve or reopen threads',
      description:
        'Resolves comment threads, or opens them again, with a reply to each in the same step. Say in the reply what you changed. Repeating it is harmless.',
      hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
    },
    inputSchema(input),
    admittingError(output),
  ),
  effect: 'write',
  argumentFor: toSnake,
  scopesFor: () => ['comments:write'],
  async run(toolCall, given) {
    const { thread_ids: ids, status, reply } = checked(given)
    const operation = status === 'resolved' ? resolve : reopen
    const threads = []
    for (const id of new Set(ids)) threads.push(await turned(toolCall, operation, id, reply))
    return resultOf({ threads }, { untrusted: false })
  },
}

function checked(given: Arguments): z.input<typeof input> {
  const { error } = input.safeParse(given)
  const issues = (error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys')
  const errors = [
    ...unknownArguments(given, Object.keys(input.shape)),
    ...issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  ]
  if (errors.length > 0) throw invalidInput(errors)
  return given as z.input<typeof input>
}

/** One thread; its failure does not keep the others from being turned. */
async function turned(toolCall: ToolCall, operation: object, id: string, reply: string | undefined) {
  const asked = { commentId: id, ...(reply !== undefined && { reply }) }
  try {
    const { value } = await performed(toolCall, operation as Operation, { input: asked })
    return { thread_id: id, status: (value as { status: string }).status }
  } catch (error) {
    const { code, message } = asProblem(error)
    if (code === 'internal_error') throw error
    return { thread_id: id, error: { code, message } }
  }
}
