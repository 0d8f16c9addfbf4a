// The tool set_thread_status: resolves or opens several threads, each by itself, and says what became of each.
import { z } from 'zod'
import { invalidInput, type Problem } from '../../domain/problem.ts'
import { reopen, resolve } from '../../operations/comments/resolve-thread.ts'
import * as fields from '../../operations/kernel/fields.ts'
import type { Operation } from '../../operations/kernel/operation.ts'
import { fieldErrorsOf, sentenceOf } from '../../operations/kernel/parse-input.ts'
import { asProblem } from '../http/problem.ts'
import { toSnake } from './names.ts'
import { cutResult } from './result.ts'
import { admittingError, inputSchema } from './schema.ts'
import { type Arguments, definitionOf, type Tool } from './tool.ts'
import { performOperation, type ToolCall } from './tool-call.ts'

const input = z.strictObject({
  thread_ids: z.array(fields.threadId).min(1).max(50).describe('Threads to resolve or reopen'),
  status: z.enum(['resolved', 'open']).describe('What they become'),
  reply: fields.body.optional().describe('A reply posted to each in the same step'),
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
        'Resolves comment threads, or opens them again, with a reply to each in the same step. Say in the reply what you changed. An error where none of them could be changed.',
      hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
    },
    inputSchema(input),
    admittingError(output),
  ),
  effect: 'write',
  argumentFor: toSnake,
  scopesFor: () => ['comments:write'],
  async run(toolCall, given) {
    const { thread_ids: ids, status, reply } = checkArguments(given)
    const operation = status === 'resolved' ? resolve : reopen
    const threads = []
    for (const id of new Set(ids)) threads.push(await changeStatus(toolCall, operation, id, reply))
    const [first] = threads
    if (first?.problem && threads.every(({ problem }) => problem)) throw first.problem
    return cutResult(toolCall.size, { facts: { threads: threads.map(rowOf) }, untrusted: false })
  },
}

function checkArguments(given: Arguments): z.input<typeof input> {
  const { error } = input.safeParse(given, { error: sentenceOf })
  if (error) throw invalidInput(fieldErrorsOf(error))
  return given as z.input<typeof input>
}

interface StatusChange {
  id: string
  status?: string
  problem?: Problem
}

const rowOf = ({ id, status, problem }: StatusChange) => ({
  thread_id: id,
  ...(problem ? { error: { code: problem.code, message: problem.message } } : { status }),
})

/** One thread; its failure does not keep the others from being turned. */
async function changeStatus(
  toolCall: ToolCall,
  operation: Operation,
  id: string,
  reply: string | undefined,
): Promise<StatusChange> {
  const asked = { commentId: id, ...(reply !== undefined && { reply }) }
  try {
    const { value } = await performOperation(toolCall, operation, { input: asked })
    return { id, status: (value as { status: string }).status }
  } catch (error) {
    const problem = asProblem(error)
    if (problem.code === 'internal_error') throw error
    return { id, problem }
  }
}
