// The commands as plain data, derived from the operations, so that the shipped program needs neither them nor their schemas.
import { isGap, type Operation } from '../../../operations/kernel/operation.ts'
import { settingsTable } from '../../../settings.ts'
import { inputSchema, outputSchema, restOf, routeOf } from '../../http/fields.ts'
import type { Route } from '../../rest/request.ts'
import type { Command, Flag } from './command.ts'
import { byHand } from './commands-by-hand.ts'
import { globalFlags } from './global-flags.ts'

export interface Manifest {
  /** Commands that follow from an operation. */
  commands: readonly GeneratedCommand[]
  /** How each operation that has a REST mapping is requested, by its name. */
  routes: Readonly<Record<string, Route>>
  /** Settings of the server, for `recto serve --help`. */
  settings: readonly { name: string; fallback: string; meaning: string }[]
}

export interface GeneratedCommand extends Command {
  operation: string
  /** Field of the answer that stands alone on the first line on a terminal. */
  headline?: string
  /** It starts from a version, which is named or recorded. */
  based?: true
}

/** Letters of flags, as the command line of GitHub has them. */
const letters: Readonly<Record<string, string>> = { limit: 'L', label: 'l' }

type Schema = ReturnType<typeof inputSchema>

/** Derives everything. Throws if an operation claims the command line and cannot be mapped to it. */
export function manifestOf(operations: readonly Operation[]): Manifest {
  const written = new Set(byHand.map(command => command.name))
  return {
    commands: operations.flatMap(operation =>
      isGap(operation.cli) || written.has(operation.cli.command) ? [] : [commandOf(operation)],
    ),
    routes: Object.fromEntries(operations.flatMap(namedRoute)),
    settings: Object.entries(settingsTable).map(([name, { fallback, meaning }]) => ({
      name,
      fallback,
      meaning,
    })),
  }
}

function namedRoute(operation: Operation): [string, Route][] {
  const route = routeOf(operation)
  if (!route) return []
  return [[operation.name, { ...route, ...(operation.output && { answers: shapesOf(operation) }) }]]
}

/** Fields by which a shape is known: servers of every time have them. */
const MARKS = 3

/** The first fields of each shape that the answer can have, with their types. */
function shapesOf(operation: Operation): Record<string, string>[] {
  const schema = outputSchema(operation)!
  const shapes = (schema.anyOf ?? [schema]).map(marksOf)
  return [...new Map(shapes.map(shape => [JSON.stringify(shape), shape])).values()]
}

const marksOf = ({ required = [], properties = {} }: Schema): Record<string, string> =>
  Object.fromEntries(
    required.slice(0, MARKS).map(name => {
      const type = properties[name]?.type
      return [name, typeof type === 'string' ? type : '']
    }),
  )

function commandOf(operation: Operation): GeneratedCommand {
  if (isGap(operation.cli)) throw new Error(`${operation.name} is not on the command line`)
  if (!restOf(operation)) throw new Error(`${operation.name} cannot be a command: it is not on REST`)
  const { command: name, positional = [], headline } = operation.cli
  const { properties = {}, required = [] } = inputSchema(operation)
  const flags = Object.entries(properties).map(([field, schema]) =>
    flagOf(operation, field, schema, required.includes(field)),
  )
  return {
    name,
    operation: operation.name,
    summary: operation.summary,
    positional: positional.map(
      field => flags.find(flag => flag.field === field) ?? missing(operation, field),
    ),
    flags: [
      ...flags.filter(flag => !positional.includes(flag.field)),
      ...(operation.based ? [baseVersion] : []),
      ...('cursor' in properties ? [all] : []),
    ],
    ...(headline !== undefined && { headline }),
    ...(operation.based && { based: true as const }),
  }
}

const baseVersion: Flag = {
  name: 'base-version',
  field: 'baseVersion',
  type: 'integer',
  description:
    'The version this starts from, else the one in .recto.json of this folder; when another one is current, nothing is changed',
}

const all: Flag = {
  name: 'all',
  field: 'all',
  type: 'boolean',
  description: 'Every page in one answer',
}

function flagOf(operation: Operation, field: string, schema: Schema, required: boolean): Flag {
  const name = field.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  if (globalFlags.some(flag => flag.name === name))
    throw new Error(`${operation.name}: --${name} means the same thing in every command`)
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  return {
    name,
    field,
    type: typeOf(operation, field, schema),
    ...(typeof schema.description === 'string' && { description: schema.description }),
    ...(values && { values: values.map(String) }),
    ...(schema.examples && { offered: schema.examples.map(String) }),
    ...(required && { required: true }),
    ...(letters[name] !== undefined && { letter: letters[name] }),
  }
}

function typeOf(operation: Operation, field: string, schema: Schema): Flag['type'] {
  if (schema.type === 'integer' || schema.type === 'boolean') return schema.type
  if (schema.type === 'string') return 'text'
  const items = schema.items as Schema | undefined
  if (schema.type === 'array' && items?.type === 'string') return 'list'
  throw new Error(`${operation.name}: ${field} is no text, number, list or switch; write its command by hand`)
}

function missing(operation: Operation, field: string): never {
  throw new Error(`${operation.name}: there is no field ${field} to give by position`)
}
