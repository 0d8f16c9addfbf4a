// Input of an operation against its schema: what fits is taken, what does not is said in plain words, field by field.
import type { z } from 'zod'
import { sliceText } from '../../content/text/text-slice.ts'
import { invalidInput, Problem } from '../../domain/problem.ts'
import type { Operation } from './operation.ts'

/** The input as the operation wants it; `invalid_input` names every field that does not fit, also those there are none of. */
export function parseInput(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  requireWellFormed(input)
  const result = operation.input.safeParse(input, { error: sentenceOf })
  if (result.success) return result.data
  throw invalidInput(fieldErrorsOf(result.error))
}

/** Throws not_utf8 for half a surrogate pair, which JSON can escape and UTF-8 cannot hold: it would be stored as a replacement sign. */
export function requireWellFormed(value: unknown, field = 'the body'): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new Problem('not_utf8', `The text in ${field} holds half a character. Send it again as UTF-8.`)
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) requireWellFormed(member, shownName(name))
}

const shownName = (name: string): string => sliceText(name.toWellFormed(), { offset: 0, limit: 80 }).text

interface FieldError {
  field: string
  message: string
}

/** Returns one error for each field that does not fit. Of several the last stays: a schema checks its narrowest bound last. */
export function fieldErrorsOf({ issues }: z.core.$ZodError): FieldError[] {
  const errors = issues.flatMap(errorsOf)
  return [...new Map(errors.map(error => [error.field, error])).values()]
}

function errorsOf(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ field: field || 'body', message: issue.message }]
  return issue.keys.map(key => ({
    field: shownName([...issue.path, key].join('.')),
    message: 'there is no such field here; check its spelling',
  }))
}

/** Words for what schemas find by themselves; a schema's own message goes before. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', Number(issue.maximum))}`
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', Number(issue.minimum))}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'invalid_format':
      return forms[issue.format]
    default:
      return undefined
  }
}

const kinds: Record<string, string> = {
  string: 'one text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const forms: Record<string, string> = {
  datetime: 'must be a time with its zone, such as 2027-01-31T09:00:00Z',
  email: 'must be an email address',
  uuid: 'must be an identifier as it was given out',
}

function bound(origin: string, how: string, count: number): string {
  if (origin === 'string') return `have ${how} ${count} character${count === 1 ? '' : 's'}`
  if (origin === 'array') return `have ${how} ${count} member${count === 1 ? '' : 's'}`
  return `be ${how} ${count}`
}
