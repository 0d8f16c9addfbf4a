// The version conflict: the 412 that says who saved which version meanwhile, and what changed.
import type { Conflict } from '../../content/diff/merge-parts.ts'
import type { Turn } from '../../content/render/workers.ts'
import type { Artifact, Version } from '../../domain/artifact.ts'
import { authorWords, withinSentence } from '../../domain/author-words.ts'
import type { JsonBytes } from '../../domain/json-bytes.ts'
import { Problem } from '../../domain/problem.ts'
import type { Context } from './context.ts'
import { unifiedDiff } from './version-diff.ts'

/** The versions a writer named are not current. Surfaces never see it: `explained` makes a Problem of it. */
export class VersionConflict extends Error {
  readonly artifact: Artifact
  readonly named: readonly number[]
  readonly conflicts: JsonBytes<readonly Conflict[]> | undefined
  readonly others: Others | undefined

  constructor(
    artifact: Artifact,
    named: readonly number[],
    conflicts?: JsonBytes<readonly Conflict[]>,
    others?: Others,
  ) {
    super('stale')
    this.artifact = artifact
    this.named = named
    this.conflicts = conflicts
    this.others = others
  }
}

/** The versions of others, with which a file that a program makes anew cannot be merged. */
export interface Others {
  /** The newest version without them; 0 where there is none. */
  since: number
  /** Newest first. */
  versions: readonly Version[]
}

/** Texts above this size get no diff in the answer (contract section 3, If-Match). */
const diffLimit = 1_048_576

/** Turns `Stale` into 412 version_conflict with its facts; returns everything else unchanged. `mergeable` is what may be sent with a request to merge. */
export async function explainConflict(
  context: Context,
  turn: Turn,
  error: unknown,
  mergeable: boolean,
): Promise<unknown> {
  if (!(error instanceof VersionConflict)) return error
  const { artifact, named, conflicts, others } = error
  const current = await context.records.versions.find(artifact.id, artifact.version)
  if (!current) return error
  const from = others?.since ?? Math.max(0, ...named.filter(n => n < current.number))
  const diff = from > 0 ? await difference(context, turn, artifact.id, from, current) : undefined
  const told = others ? ofOthers(current, others) : sentence(current, from, mergeable && !conflicts)
  const said = named.includes(0) ? `${told} ${labelOf(current)}` : told
  return new Problem('version_conflict', said, {
    currentVersion: current.number,
    updatedAt: new Date(current.createdAt).toISOString(),
    updatedBy: current.author.name,
    sha256: current.sha256,
    ...(diff !== undefined && { diff }),
    ...(conflicts && { conflicts }),
    ...(others && othersFacts(others)),
  })
}

/** More are counted, not listed. */
const LISTED = 20

const othersFacts = ({ since, versions }: Others) => ({
  othersSince: since,
  othersCount: versions.length,
  others: versions.slice(0, LISTED).map(({ number, author, note, createdAt }) => ({
    version: number,
    author: { name: author.name },
    actorType: author.actorType,
    actorName: author.actorName,
    note,
    createdAt: new Date(createdAt).toISOString(),
  })),
})

/** More are counted, not named. */
const NAMED = 3

function ofOthers({ number }: Version, { since, versions }: Others): string {
  const named = versions
    .slice(0, NAMED)
    .map(({ number, author }) => `v${number} by ${withinSentence(authorWords(author))}`)
  const more = versions.length > NAMED ? [`${versions.length - NAMED} more`] : []
  const after = since > 0 ? ` since v${since}` : ''
  return `The file cannot be merged with what others saved${after}: ${[...named, ...more].join(', ')}. Nothing was saved. Bring version ${number} into what makes the file, and send it naming version ${number} with keepOthers=false.`
}

const labelOf = ({ number }: Version): string =>
  `A version is named by its label, which is v and its number in double quotes: If-Match: "v${number}".`

function sentence(current: Version, from: number, mergeable: boolean): string {
  const edited = from > 0 ? ` while you were editing v${from}` : ''
  return `Version ${current.number} was saved by ${withinSentence(authorWords(current.author))}${edited}. Read it, bring your change into it, and send it again naming version ${current.number}${mergeable ? ', or ask for a merge' : ''}.`
}

async function difference(
  context: Context,
  turn: Turn,
  artifactId: string,
  from: number,
  current: Version,
): Promise<JsonBytes<string> | undefined> {
  const base = await context.records.versions.find(artifactId, from)
  if (!base || base.size > diffLimit || current.size > diffLimit) return undefined
  return unifiedDiff({ context, turn }, base, current).catch(noneIfOverloaded)
}

/** Reports the conflict even if nothing can be compared for now. */
function noneIfOverloaded(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'overloaded')) throw error
}
