// Fields that several operations share, each with the sentence every surface shows.
import { z } from 'zod'
import { cleanName, themes } from '../../domain/artifact.ts'
import { visibilities } from '../../domain/audience.ts'
import { JsonBytes } from '../../domain/json-bytes.ts'
import { mailMessage } from '../../domain/message.ts'
import { invalidInput } from '../../domain/problem.ts'
import { commentBody } from '../../domain/thread.ts'

export const id = z.string().max(2048).describe('Short ID or address of the artifact')

export const name = z.string().max(2000).describe('Human title, 1 to 200 characters').transform(title)

/** A title as stored: cleaned, 1 to 200 characters. */
function title(text: string, context: z.RefinementCtx): string {
  const clean = cleanName(text)
  if (clean !== null && [...clean].length <= 200) return clean
  context.addIssue({ code: 'custom', message: 'must have 1 to 200 visible characters' })
  return z.NEVER
}

export const visibility = z
  .string()
  .max(20_000)
  .describe('public, company, private, or email addresses separated by commas (private, shared with those)')
  .meta({ examples: [...visibilities] })

export const sharedWith = z.array(z.string().max(400)).max(500).describe('Email addresses of named people')

export const theme = z
  .string()
  .max(40)
  .describe('Look of Markdown: github, paper, terminal or plain')
  .meta({ examples: [...themes] })

export const notify = z
  .boolean()
  .optional()
  .describe('Mail each newly named person a link; 50 mails a day (10 on Free)')

export const message = z
  .string()
  .max(4000)
  .describe('Plain text in that mail, up to 500 characters')
  .transform((text, context) => {
    const message = mailMessage(text)
    if (message !== null) return message
    context.addIssue({ code: 'custom', message: 'must have at most 500 characters' })
    return z.NEVER
  })
  .optional()

export const note = z
  .string()
  .max(1000)
  .describe('What changed in this version')
  .transform(text => cleanName(text) ?? '')

export const uploadId = z.string().max(80).describe('A finished upload, instead of the file itself')

export const format = z.enum(['html', 'markdown']).describe('Format of an upload that has no file name')

export const version = z.int().min(1).max(1_000_000_000).describe('Number of a version')

export const limit = z.int().min(1).max(100).default(25).describe('Rows in a page')

export const cursor = z.string().max(2000).describe('nextCursor of the page before')

export const labels = z
  .array(
    z
      .string()
      .max(200)
      .transform((text, context) => {
        const clean = cleanName(text)
        if (clean !== null && [...clean].length <= 40) return clean
        context.addIssue({ code: 'custom', message: 'must have 1 to 40 visible characters' })
        return z.NEVER
      }),
  )
  .max(20)
  .describe('Labels, at most 20 of 1 to 40 characters')

/** 422 for one field. */
export const refuse = (field: string, message: string): never => {
  throw invalidInput([{ field, message }])
}

export const commentId = z.string().max(100).describe('Id of the comment')

export const threadId = z.string().max(100).describe('Id of the comment that began the thread')

const bodyRule = 'must have 1 to 10,000 characters, and something to see'

/** Markdown of a comment. Characters are counted as people count them; many more are not looked at. */
export const body = z
  .string()
  .max(40_000, bodyRule)
  .describe('Markdown, 1 to 10,000 characters')
  .transform((text, context) => {
    const clean = commentBody(text)
    if (clean !== null) return clean
    context.addIssue({ code: 'custom', message: bodyRule })
    return z.NEVER
  })

/** The reason why an operation is not on a surface: organizations are run in the dashboard. */
export const inDashboard = { gap: 'organizations are run in the dashboard' }

/** A field of an answer that is made as the bytes of its JSON; `described` is the JSON Schema of what it stands for. */
export const jsonBytes = <T>(described: { type: string; description: string }) =>
  z.custom<JsonBytes<T>>(value => value instanceof JsonBytes).meta(described)

export const color = z
  .int()
  .min(0)
  .max(7)
  .describe('In which the person is shown everywhere: one of eight, by their id')
