// The refusal of a request's params, in plain words in place of the schema library's own.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { sentenceOf } from '../../operations/kernel/parse-input.ts'

/** Mistakes that are told at once. */
const SHOWN = 5

/** Returns the error for what the library throws where params do not fit the protocol; null for anything else. */
export function paramsRefusal(error: unknown): ProtocolError | null {
  const issues = error instanceof Error ? issuesIn(error.message) : null
  if (!issues) return null
  const sentences = issues.slice(0, SHOWN).map(sentenceFor)
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params: ${sentences.join('; ')}. Correct it and send the request again.`,
  )
}

/** The issues as the library writes them into its messages; it hands them on in no other way. */
function issuesIn(message: string): z.core.$ZodIssue[] | null {
  const text = /^(?:Invalid tools\/call request: )?(\[\n[\s\S]*\])$/.exec(message)?.[1]
  if (text === undefined) return null
  try {
    const issues: z.core.$ZodIssue[] = JSON.parse(text)
    return issues.length > 0 && issues.every(({ path }) => path?.[0] === 'params') ? issues : null
  } catch {
    return null
  }
}

function sentenceFor(issue: z.core.$ZodIssue): string {
  const [params, ...parts] = issue.path
  const name = parts.join('.') || String(params)
  const isMissing = issue.message.endsWith('received undefined')
  const sentence = sentenceOf({ ...issue, input: isMissing ? undefined : null } as z.core.$ZodRawIssue)
  return `\`${name}\` ${sentence ?? 'does not fit the protocol'}`
}
