// `recto edit`: passages replaced in place, given as pairs of flags or as a JSON file.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Values } from '../command-line/command.ts'
import { usage } from '../failure.ts'
import { gathered, type Io } from '../io.ts'
import { baseOf, idOf, type Task, textOf } from '../task.ts'
import { formatAnswer } from '../terminal/answer-text.ts'
import { keepEdit } from './keep-edit.ts'

interface Edits {
  edits: unknown
  note?: unknown
}

export async function edit(task: Task): Promise<void> {
  const { client, manifest, values, output } = task
  const id = idOf(task, values.id)
  const given = await editsOf(task.io, values)
  const input = { id, edits: given.edits, note: values.note ?? given.note }
  const base = baseOf(task)
  const value = await client.call({ route: manifest.routes.edit!, input, base })
  await keepEdit(task, base, value)
  const { lines, talk } = formatAnswer('edit', value, 'url')
  await output.answer(value, lines, talk)
}

async function editsOf(io: Io, values: Values): Promise<Edits> {
  const file = textOf(values, 'edits')
  const pairs = pairsOf(values)
  if ((file === undefined) === (pairs.length === 0))
    throw usage('Give the edits either as --old and --new, or as a JSON file with --edits.')
  return file === undefined ? { edits: pairs } : read(io, file)
}

/** Each --old belongs to the --new in the same place among them. */
function pairsOf(values: Values): { oldText: string; newText: string }[] {
  const [olds, news] = ['old', 'new'].map(field => (values[field] as string[] | undefined) ?? [])
  if (olds!.length !== news!.length)
    throw usage('Every --old needs its --new; write --new "" to take a passage away.')
  return olds!.map((oldText, index) => ({ oldText, newText: news![index]! }))
}

async function read(io: Io, file: string): Promise<Edits> {
  const text =
    file === '-' ? (await gathered(io.stdin)).toString('utf8') : await textIn(resolve(io.cwd, file))
  const value = parsed(text, file)
  return Array.isArray(value) ? { edits: value } : (value as Edits)
}

function parsed(text: string, file: string): unknown {
  try {
    const value = JSON.parse(text)
    if (Array.isArray(value) || Array.isArray(value?.edits)) return value
  } catch {}
  throw usage(`${file} must hold JSON: [{"oldText": "…", "newText": "…"}], or {"edits": […], "note": "…"}.`)
}

const textIn = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: Error) => {
    throw usage(`${path} cannot be read: ${error.message}`)
  })
