// Rewrites a server's errors about fields in the words of the command line.
import { Failure } from '../failure.ts'
import type { Command, Flag } from './command.ts'

interface FieldError {
  field: string
  message: string
}

/** The failure of a command with its fields called `--after` or `<page>`, as the command takes them. Others keep their name. */
export function inFlags(failure: Failure, { positional, flags }: Command): Failure {
  const { document, exit, next } = failure
  if (!areFieldErrors(document.errors)) return failure
  const inOrder: [Flag, string][] = [
    ...positional.map((flag): [Flag, string] => [flag, `<${flag.name}>`]),
    ...flags.map((flag): [Flag, string] => [flag, `--${flag.name}`]),
  ]
  const nameOf = (field: string) => inOrder.find(([flag]) => flag.field === field)?.[1] ?? field
  const detail = document.errors.map(({ field, message }) => `${nameOf(field)}: ${message}`).join('; ')
  return new Failure(exit, { ...document, detail }, next)
}

const areFieldErrors = (value: unknown): value is FieldError[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(each => typeof each?.field === 'string' && typeof each.message === 'string')
