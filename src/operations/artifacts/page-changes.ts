// The news of an open page, for the page itself: whether its reader may still see it, its version, its threads.
import { z } from 'zod'
import type { Artifact } from '../../domain/artifact.ts'
import { byline } from '../../domain/author-words.ts'
import { maySeeComments, reachComments } from '../../domain/policy.ts'
import type { FeedEvent } from '../../storage/records.ts'
import { readableVersion, versionOf } from '../kernel/addressed-version.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type SubjectTask } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { type Editor, editorsFor } from './editors.ts'

/** Milliseconds in which a version may still ask for being shown at once. */
const FRESH = 600_000

/** Threads sent at once; a page that missed more reads all of them again. */
const MOST = 100

const input = z.object({
  id: fields.id,
  shown: fields.version.describe('The version its reader sees'),
  pinned: z.boolean().default(false).describe('The reader chose an earlier version and stays with it'),
  after: z.int().min(0).optional().describe('Number of the last event told; without it they begin now'),
})

/** The news that a page's own stream passes on. */
export interface News {
  /** The artifact and its organization, as they are watched. */
  artifact: Pick<Artifact, 'id' | 'organization' | 'expiresAt'>
  /** The current version where it is not the one shown; null if it is, and for a reader who stays with another. */
  version: { version: number; by: string | null; savedAt: string; reload: boolean } | null
  threads: { type: string; [fact: string]: unknown }[]
  /** True where the comments are open to the reader. */
  sees: boolean
  /** A text that differs after any change of the threads, also one without an event: words, deletions, places. */
  comments: string
  /** The others who edit at the moment; nobody for readers who may not edit. */
  editors: Editor[]
  /** Number of the last event looked at. */
  after: number
}

type Asked = SubjectTask<z.output<typeof input>>

export const live = operation({
  name: 'live',
  summary:
    'Learn what is new on an open page: its version, its threads, and whether it is still open to its reader.',
  input,
  output: z.custom<News>(),
  effect: 'read',
  access: { artifact: 'read' },
  fails: [],
  rest: { gap: 'the stream of open pages carries it; programs follow the events' },
  mcp: { gap: 'the stream of open pages carries it; a tool answers once' },
  cli: { gap: 'the stream of open pages carries it; recto events follows' },
  async run(task) {
    const { artifact, input, rows } = task
    if (input.pinned) await readableVersion(task, input.shown)
    const after = artifact.organization ? await rows.feed.head(artifact.organization.id) : 0
    const sees = artifact.organization !== null && maySeeComments(task.actor, artifact)
    const isNew = !input.pinned && artifact.version !== input.shown
    return {
      artifact,
      version: isNew ? await newest(task) : null,
      threads: await threadsOf(task, after),
      sees,
      comments: sees ? await commentsOf(task) : '',
      editors: await editorsFor(rows, task.actor, artifact, task.now),
      after,
    }
  },
})

async function newest({ artifact, input, rows, now }: Asked): Promise<News['version']> {
  const { author, createdAt } = await versionOf(rows, artifact, artifact.version)
  return {
    version: artifact.version,
    // A preview's author is nobody, and its page says so.
    by: artifact.organization ? byline(author) : null,
    savedAt: iso(createdAt),
    reload: await rows.versions.asksReload(artifact.id, input.shown, artifact.version, now - FRESH),
  }
}

async function threadsOf({ artifact, actor, input, rows }: Asked, upTo: number): Promise<News['threads']> {
  if (!artifact.organization || input.after === undefined || input.after >= upTo) return []
  const events = await rows.feed.read({
    organizationId: artifact.organization.id,
    artifactId: artifact.id,
    after: input.after,
    upTo,
    limit: MOST,
    reach: [],
    comments: reachComments(actor),
    types: [],
    personId: null,
  })
  return events.map(shown)
}

async function commentsOf({ artifact, rows }: Asked): Promise<string> {
  const head = await rows.comments.head(artifact.id)
  return head === 0 ? '' : `${head} ${artifact.version}`
}

const shown = ({ type, data }: FeedEvent): News['threads'][number] => ({ ...data, type })
