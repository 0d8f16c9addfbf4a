// Answers of the server in the words of a terminal: short lines, the address first.

import { type Authorship, authorWords } from '../../../domain/author-words.ts'
import { plainLines } from '../../../domain/plain-text.ts'
import { Failure } from '../failure.ts'
import { shellWord } from '../shell-word.ts'
import { audience, notified } from './audience.ts'
import type { LineColor, LineStyle } from './output.ts'

type Row = Readonly<Record<string, unknown>>

export interface AnswerText extends LineStyle {
  /** The result, for stdout. */
  lines: readonly string[]
  /** Lines beside the answer, for stderr. */
  talk: readonly string[]
}

/**
 * How an answer is shown, by the operation that gave it.
 * @throws Failure where it is JSON of another shape, from a server that is none of ours or of another time
 */
export function formatAnswer(operation: string, value: unknown, headline: string | undefined): AnswerText {
  try {
    return textOf(operation, value, headline)
  } catch (error) {
    throw new Failure(1, {
      code: 'unexpected_answer',
      detail: `The answer has another shape than this program knows (${(error as Error).message}). Is there a Recto server at this address, and is it of the same time as this program?`,
    })
  }
}

function textOf(operation: string, value: unknown, headline: string | undefined): AnswerText {
  if (value === null) return { lines: [], talk: [gone[operation] ?? 'Done.'] }
  const row = value as Row
  const show = shows[operation]
  if (show) return show(row)
  if (isArtifact(row)) return artifactShown(row)
  const first = headline === undefined ? [] : [String(row[headline])]
  return { lines: [...first, ...facts(row)], talk: [] }
}

const gone: Readonly<Record<string, string>> = {
  delete: 'It is in the trash for 30 days; recto undelete brings it back.',
}

const isArtifact = (row: Row): boolean => 'shortId' in row && 'url' in row && 'visibility' in row

const shows: Readonly<Record<string, (row: Row) => AnswerText>> = {
  get: row => gotShown(row),
  read: row => readShown(row),
  diff: row => ({
    lines: row.diff === '' ? [] : [trimEnd(row.diff)],
    talk: row.diff === '' ? [`Versions ${row.from} and ${row.to} are the same.`] : [],
    color: diffColor,
    isExact: true,
  }),
  list: row =>
    pageShown(row, artifact => (isArtifact(artifact) ? listedShown(artifact) : unreadableShown(artifact))),
  versions: row =>
    pageShown(row, version => [
      `v${version.version}`,
      moment(version.createdAt),
      authorOf(version),
      bytes(Number(version.size)),
      String(version.note ?? ''),
    ]),
  listComments: row => commentsShown(row),
  addComment: row => ({ lines: [String(row.id)], talk: [String(row.url)] }),
  resolve: row => turnedShown(row),
  reopen: row => turnedShown(row),
  search: row => pageShown(row, hit => [String(hit.url), `${hit.name}\n    ${oneLine(hit.snippet)}`]),
  me: row => ({ lines: [whoami(row)], talk: [] }),
}

const listedShown = (artifact: Row): string[] => [
  String(artifact.url),
  `v${artifact.version}`,
  String(artifact.visibility),
  day(artifact.updatedAt),
  String(artifact.name),
]

/** The lines about a private page in the trash that an admin may bring back and not read. */
const unreadableShown = ({ shortId, owner, trashedAt }: Row): string[] => [
  String(shortId),
  '-',
  'private',
  day(trashedAt),
  `(of ${(owner as Row).name})`,
]

const diffColor: LineColor = line =>
  /^(---|\+\+\+) /.test(line)
    ? 'bold'
    : ({ '+': 'green', '-': 'red', '@': 'cyan' } as const)[line[0] as '+' | '-' | '@']

function readShown(row: Row): AnswerText {
  const { text, version, offset, nextOffset, totalChars } = row
  const matches = row.matches as Row[] | undefined
  if (matches) {
    const lines = matches.map(({ line, offset: at, snippet }) => `${line}:${at}: ${oneLine(snippet)}`)
    return { lines, talk: [`Version ${version}, ${matches.length} matches (line:offset).`] }
  }
  const rest = nextOffset === null ? '' : ` Go on with --offset ${nextOffset}.`
  return {
    lines: [trimEnd(text)],
    talk: [`Version ${version}, from character ${offset} of ${totalChars}.${rest}`],
    isExact: true,
  }
}

const turnedShown = ({ id, status }: Row): AnswerText => ({ lines: [`${id}  ${status}`], talk: [] })

/** Each thread with its passage and its answers below it. */
function commentsShown({ data, nextCursor, totalCount, version }: Row): AnswerText {
  const threads = data as Row[]
  const more = nextCursor === null ? [] : [`There are more: add --cursor ${shellWord(String(nextCursor))}`]
  const current = typeof version === 'number' ? [`Version ${version}.`] : []
  if (threads.length === 0) return { lines: [], talk: [...current, 'There are none.'] }
  const shown = totalCount === threads.length ? [] : [`${threads.length} of ${totalCount} threads.`]
  return { lines: threads.flatMap(threadLines), talk: [...current, ...shown, ...more], color: threadColor }
}

/** The first line of a thread stands out. */
const threadColor: LineColor = line => (/^\S/.test(line) ? 'bold' : undefined)

function threadLines(thread: Row): string[] {
  const { line } = (thread.current as Row | undefined) ?? {}
  const text = wordsOf(thread)
  const passage = typeof text === 'string' ? `  on "${oneLine(text).slice(0, 80)}"` : ''
  const place = typeof line === 'number' ? `, line ${line}` : ''
  const lost = thread.anchorState === 'anchored' ? '' : ` (${stateWords(thread.anchorState)})`
  const since = typeof thread.createdOnVersion === 'number' ? `  v${thread.createdOnVersion}` : ''
  return [
    `${thread.id}  ${thread.status}${since}${lost}${passage}${place}`,
    ...[thread, ...(thread.replies as Row[])].flatMap(commentLines),
  ]
}

/** The words that the thread is about; where the file does not hold them, as they were quoted. */
function wordsOf({ current, anchor }: Row): unknown {
  const quote = (anchor as Row | null | undefined)?.textQuote as Row | undefined
  return (current as Row | undefined)?.text ?? quote?.exact
}

const states: Record<string, string> = {
  placing: 'finding its place…',
  rendered: 'in content made by a script',
}

const stateWords = (state: unknown): unknown => states[String(state)] ?? state

/** The author before the first line of the comment. Its other lines are deeper: none can pass for the comment of somebody else. */
function commentLines(comment: Row): string[] {
  const [first, ...more] = comment.deleted
    ? ['(deleted)']
    : plainLines(String(comment.body)).trim().split('\n')
  return [
    `    ${authorOf(comment)}, ${moment(comment.createdAt)}: ${first}`,
    ...more.map(line => `      ${line}`.trimEnd()),
  ]
}

/** Rows in columns, and how to see the next page. */
function pageShown({ data, nextCursor }: Row, columns: (row: Row) => string[]): AnswerText {
  const rows = (data as Row[]).map(columns)
  const talk = nextCursor === null ? [] : [`There are more: add --cursor ${shellWord(String(nextCursor))}`]
  return rows.length === 0 ? { lines: [], talk: ['There are none.'] } : { lines: aligned(rows), talk }
}

function aligned(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  return rows.map(row =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}

function artifactShown(artifact: Row): AnswerText {
  return {
    lines: [String(artifact.url)],
    talk: [`${artifact.name}, v${artifact.version}. ${audience(artifact)}${notified(artifact)}`],
  }
}

/** An artifact with whose it is, since when, and how many threads wait for an answer. */
function gotShown(artifact: Row): AnswerText {
  const { lines, talk } = artifactShown(artifact)
  const { owner, createdAt, updatedAt, expiresAt, trashedAt, openThreadCount: open } = artifact
  const until = expiresAt ? `, ends ${day(expiresAt)}` : ''
  const about = `Owner: ${(owner as Row).name}. Published ${day(createdAt)}, updated ${day(updatedAt)}${until}.`
  const threads = open === undefined ? '' : ` ${open} open ${open === 1 ? 'thread' : 'threads'}.`
  const trash = trashedAt ? [`In the trash since ${day(trashedAt)}; recto undelete brings it back.`] : []
  return { lines, talk: [...talk, about + threads, ...trash] }
}

const authorOf = ({ author, actorType, actorName }: Row): string =>
  authorWords({ ...(author as Row), actorType, actorName } as Authorship)

function whoami({ credential, person, organization, role }: Row): string {
  const at = organization as Row | null
  const who =
    (person as Row | null)?.email ?? (credential === 'service' ? 'A service key' : String(credential))
  return at ? `${who} at ${at.name} (${role === null ? '' : `${role}, `}${at.plan} plan)` : String(who)
}

/** Returns the plain facts of a row whose operation has no words of its own. */
const facts = (row: Row): string[] =>
  Object.entries(row)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}: ${value}`)

const trimEnd = (text: unknown): string => String(text).replace(/\n$/, '')
const oneLine = (text: unknown): string => String(text).replace(/\s+/g, ' ').trim()
const day = (time: unknown): string => String(time).slice(0, 10)
const moment = (time: unknown): string => `${String(time).slice(0, 16).replace('T', ' ')}Z`

/** A size people can read; 1 MB is 1,048,576 bytes. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1_048_576 ? `${Math.round(size / 1024)} KB` : `${(size / 1_048_576).toFixed(1)} MB`
}
