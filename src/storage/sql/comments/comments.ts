// Comments and threads in the tables.
import type { Anchor, AnchorState } from '../../../domain/anchor.ts'
import type { Time } from '../../../domain/artifact.ts'
import { notFound } from '../../../domain/problem.ts'
import type { Comment, Mention, Resolution, Thread } from '../../../domain/thread.ts'
import type {
  Anchored,
  CommentHit,
  CommentLocation,
  CommentRows,
  CommentSearch,
  ThreadPage,
  ThreadQuery,
  ToPlace,
} from '../../records.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import type { ThreadTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import {
  anchorOf,
  anchorStateColumns,
  anchorStateOf,
  commentColumns,
  commentOf,
  threadOf,
} from './comment-rows.ts'
import { commentsOf, countThreads, mentionsOf, placesOf, threadPage } from './threads.ts'

const locate = statement<{ id: string }>()((db, param) =>
  db
    .selectFrom('comment as c')
    .innerJoin('artifact as a', 'a.id', 'c.artifact_id')
    .select(['a.short_id as shortId', 'c.id', 'c.parent_id'])
    .where('c.id', '=', param('id')),
)

const find = statement<{ id: string }>()((db, param) =>
  db.selectFrom('comment').selectAll().where('id', '=', param('id')),
)

const findThread = statement<{ id: string }>()((db, param) =>
  db.selectFrom('thread').selectAll().where('id', '=', param('id')),
)

const anchored = statement<{ artifactId: string }>()((db, param) =>
  db
    .selectFrom('thread')
    .selectAll()
    .where('artifact_id', '=', param('artifactId'))
    .where('status', '=', 'open')
    .where('anchor', 'is not', null)
    .orderBy('sequence'),
)

const toPlace = statement<{ limit: number }>()((db, param) =>
  db
    .selectFrom('thread as t')
    .innerJoin('artifact as a', 'a.id', 't.artifact_id')
    .select(['a.id as artifactId', 'a.short_id as shortId', 'a.organization_id as organizationId'])
    .where('t.placing_since', 'is not', null)
    .where('t.status', '=', 'open')
    .where('a.trashed_at', 'is', null)
    .groupBy(['a.id', 'a.short_id', 'a.organization_id'])
    .orderBy(eb => eb.fn.min('t.placing_since'))
    .limit(param('limit')),
)

const begin = statement<{ id: string }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({ comment_sequence: eb('comment_sequence', '+', 1) }))
    .where('id', '=', param('id'))
    .returning(['version', 'comment_sequence as sequence']),
)

const counts = statement<{ id: string }>()((db, param) =>
  db
    .selectFrom('thread')
    .select(eb => ['status', eb.fn.countAll<number>().as('count')])
    .where('artifact_id', '=', param('id'))
    .groupBy('status'),
)

const head = statement<{ id: string }>()((db, param) =>
  db.selectFrom('artifact').select('comment_sequence as sequence').where('id', '=', param('id')),
)

const touch = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('thread')
    .set({ active_at: param('now') })
    .where('id', '=', param('id')),
)

const blank = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('comment')
    .set({ body: '', deleted_at: param('now') })
    .where('id', '=', param('id')),
)

const remove = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('comment').where('id', '=', param('id')),
)

const forgetMentions = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('mention').where('comment_id', '=', param('id')),
)

const recount = statement<{ id: string }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({
      open_threads: eb
        .selectFrom('thread')
        .select(e => e.fn.countAll<number>().as('count'))
        .where('artifact_id', '=', param('id'))
        .where('status', '=', 'open'),
    }))
    .where('id', '=', param('id')),
)

export class CommentsInTables implements CommentRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async locate(id: string): Promise<CommentLocation | null> {
    const row = await this.#x.first(locate, { id })
    return row ? { shortId: row.shortId, rootId: row.parent_id ?? row.id } : null
  }

  async comment(id: string): Promise<Comment | null> {
    const row = await this.#x.first(find, { id })
    return row ? commentOf(row, (await this.#mentions([id])).get(id) ?? []) : null
  }

  async thread(rootId: string): Promise<Thread | null> {
    const row = await this.#x.first(findThread, { id: rootId })
    return row ? (await this.#whole([row]))[0]! : null
  }

  async threads(query: ThreadQuery & ThreadPage): Promise<Thread[]> {
    return this.#whole(await threadPage(this.#x, query))
  }

  count(query: ThreadQuery): Promise<number> {
    return countThreads(this.#x, query)
  }

  async threadAnchors(artifactId: string, query: Parameters<CommentRows['threadAnchors']>[1]) {
    const [rows, counted] = await Promise.all([
      placesOf(this.#x, artifactId, query),
      this.#x.all(counts, { id: artifactId }),
    ])
    const { open = 0, resolved = 0 } = Object.fromEntries(counted.map(({ status, count }) => [status, count]))
    const places = rows.map(row => ({
      id: row.id,
      status: row.status,
      anchor: anchorOf(row),
      anchorState: anchorStateOf(row),
    }))
    return { places, open, total: open + resolved }
  }

  async head(artifactId: string): Promise<number> {
    return (await this.#x.first(head, { id: artifactId }))?.sequence ?? 0
  }

  async anchored(artifactId: string): Promise<Anchored[]> {
    const rows = await this.#x.all(anchored, { artifactId })
    return rows.map(row => ({ id: row.id, anchor: JSON.parse(row.anchor!), anchorState: anchorStateOf(row) }))
  }

  async toPlace(limit: number): Promise<ToPlace[]> {
    const rows = await this.#x.all(toPlace, { limit })
    return rows.map(row => ({ ...row, organizationId: row.organizationId! }))
  }

  search(query: CommentSearch): Promise<CommentHit[]> {
    return this.#x.engine.text.comments.search(this.#x, query)
  }

  async begin(artifactId: string): Promise<{ version: number; sequence: number }> {
    const begun = await this.#x.first(begin, { id: artifactId })
    if (!begun) throw notFound()
    return begun
  }

  async insert(comment: Comment, organizationId: string): Promise<void> {
    const { id, body, mentions } = comment
    await this.#x.runOf(this.#x.engine.builder.insertInto('comment').values(commentColumns(comment)))
    await this.#addMentions(id, mentions)
    await this.#x.engine.text.comments.put(this.#x, { id, organizationId, body })
  }

  async insertThread({
    root,
    anchor,
    anchorState,
    createdOnVersion,
  }: Parameters<CommentRows['insertThread']>[0]): Promise<void> {
    const row: ThreadTable = {
      id: root.id,
      artifact_id: root.artifactId,
      sequence: root.sequence,
      status: 'open',
      anchor: anchor && JSON.stringify(anchor),
      ...anchorStateColumns(anchorState),
      created_on_version: createdOnVersion,
      resolver_id: null,
      resolver_name: null,
      resolved_at: null,
      resolved_on_version: null,
      active_at: root.createdAt,
    }
    await this.#x.runOf(this.#x.engine.builder.insertInto('thread').values(row))
  }

  async touch(rootId: string, now: Time): Promise<void> {
    await this.#x.run(touch, { id: rootId, now })
  }

  async change({ id, body, mentions, editedAt }: Parameters<CommentRows['change']>[0]): Promise<void> {
    const db = this.#x.engine.builder
    await this.#x.runOf(db.updateTable('comment').set({ body, edited_at: editedAt }).where('id', '=', id))
    await this.#x.run(forgetMentions, { id })
    await this.#addMentions(id, mentions)
    await this.#x.engine.text.comments.change(this.#x, id, body)
  }

  async eraseBody(id: string, now: Time): Promise<void> {
    await this.#x.run(blank, { id, now })
    await this.#x.run(forgetMentions, { id })
    await this.#x.engine.text.comments.remove(this.#x, id)
  }

  async remove(id: string): Promise<void> {
    await this.#x.run(remove, { id })
  }

  async resolve(rootId: string, { personId, name, at, onVersion }: Resolution): Promise<boolean> {
    const columns = {
      status: 'resolved' as const,
      resolver_id: personId,
      resolver_name: name,
      resolved_at: at,
      resolved_on_version: onVersion,
    }
    return this.#turn(rootId, 'open', { ...columns, active_at: at })
  }

  async reopen(rootId: string, now: Time): Promise<boolean> {
    const none = { resolver_id: null, resolver_name: null, resolved_at: null, resolved_on_version: null }
    return this.#turn(rootId, 'resolved', { status: 'open', ...none, active_at: now })
  }

  async setAnchor(rootId: string, anchor: Anchor | null, anchorState: AnchorState): Promise<void> {
    await this.#set(rootId, { anchor: anchor && JSON.stringify(anchor), ...anchorStateColumns(anchorState) })
  }

  async setAnchorState(rootId: string, anchorState: AnchorState): Promise<void> {
    await this.#set(rootId, anchorStateColumns(anchorState))
  }

  async startPlacing(rootIds: readonly string[], now: Time): Promise<void> {
    const db = this.#x.engine.builder
    for (const ids of chunkedIn(rootIds))
      await this.#x.runOf(
        db.updateTable('thread').set({ placing_since: now, active_at: now }).where('id', 'in', ids),
      )
  }

  async recount(artifactId: string): Promise<void> {
    await this.#x.run(recount, { id: artifactId })
  }

  async #set(id: string, columns: Partial<ThreadTable>): Promise<void> {
    await this.#x.runOf(this.#x.engine.builder.updateTable('thread').set(columns).where('id', '=', id))
  }

  async #turn(id: string, from: ThreadTable['status'], columns: Partial<ThreadTable>): Promise<boolean> {
    const db = this.#x.engine.builder
    const turned = db.updateTable('thread').set(columns).where('id', '=', id).where('status', '=', from)
    return (await this.#x.runOf(turned)) > 0
  }

  async #addMentions(id: string, mentions: readonly Mention[]): Promise<void> {
    for (const { personId, words } of mentions) {
      const row = { comment_id: id, person_id: personId, name: words.join('\n') }
      await this.#x.runOf(this.#x.engine.builder.insertInto('mention').values(row))
    }
  }

  async #whole(threads: readonly ThreadTable[]): Promise<Thread[]> {
    const rows = await commentsOf(
      this.#x,
      threads.map(({ id }) => id),
    )
    const mentions = await this.#mentions(rows.map(({ id }) => id))
    const comments = rows.map(row => commentOf(row, mentions.get(row.id) ?? []))
    const roots = new Map(comments.map(comment => [comment.id, comment]))
    const replies = Map.groupBy(comments, comment => comment.parentId)
    return threads.map(row => threadOf(row, roots.get(row.id)!, replies.get(row.id) ?? []))
  }

  async #mentions(ids: readonly string[]): Promise<Map<string, Mention[]>> {
    const rows = await mentionsOf(this.#x, ids)
    const byComment = Map.groupBy(rows, row => row.comment_id)
    return new Map(
      [...byComment].map(([id, all]) => [
        id,
        all.map(row => ({ personId: row.person_id, words: row.name.split('\n') })),
      ]),
    )
  }
}
