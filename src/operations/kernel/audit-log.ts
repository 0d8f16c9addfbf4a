// The records that a transaction writes besides its effect: events for the feed and one audit row.
import { actorTypeOf, organizationOf } from '../../domain/actor.ts'
import type { Artifact, Author } from '../../domain/artifact.ts'
import type { EventType, Rows } from '../../storage/records.ts'
import type { Call } from './call.ts'
import { uuid } from './uuid.ts'

interface Noted {
  type: EventType
  artifactId: string | null
  organizationId: string
  facts: Record<string, unknown>
}

/** Collects what `run` reports and writes it in the same transaction. */
export class AuditLog {
  readonly author: Author
  /** The blobs that rows name now. */
  readonly kept: string[] = []
  /** The token under which the session of the call goes on, where it changed. */
  session: string | null = null
  #call: Call
  #events: Noted[] = []
  #subject: string | null = null
  #organizationId: string | null
  #facts: Record<string, unknown> = {}

  constructor(call: Call) {
    this.#call = call
    this.author = authorOf(call)
    this.#organizationId = organizationOf(call.actor)
  }

  /** Adds an event to the feed of the artifact's organization; previews have none. */
  emitEvent = (
    type: EventType,
    artifact: Pick<Artifact, 'id'> & { organization: { id: string } | null },
    facts: Record<string, unknown> = {},
  ): void => {
    if (artifact.organization) {
      this.#events.push({ type, artifactId: artifact.id, organizationId: artifact.organization.id, facts })
    }
  }

  /** Adds an event that concerns no artifact. */
  emitOrganizationEvent = (
    type: EventType,
    organizationId: string,
    facts: Record<string, unknown> = {},
  ): void => {
    this.#events.push({ type, artifactId: null, organizationId, facts })
  }

  /** Names what was changed, for the audit row; with `organizationId`, in another organization than the caller's. */
  addAuditDetails = (subject: string, facts: Record<string, unknown> = {}, organizationId?: string): void => {
    this.#subject = subject
    this.#organizationId = organizationId ?? this.#organizationId
    this.#facts = { ...this.#facts, ...facts }
  }

  /** Sets the session's new token; an empty one means that the session has ended. */
  renewSession = (token: string): void => {
    this.session = token
  }

  /** Says that a row names the blob, so that it stays. */
  keepFile = (blob: string): void => {
    this.kept.push(blob)
  }

  /** `action` is the name of the operation. */
  async write(rows: Rows, action: string, now: number): Promise<void> {
    for (const { type, artifactId, organizationId, facts } of this.#events) {
      await rows.journal.event({
        id: uuid(now),
        organizationId,
        type,
        artifactId,
        actor: this.author,
        data: facts,
        createdAt: now,
      })
    }
    await rows.journal.audit(this.#audit(action, now))
  }

  #audit(action: string, now: number) {
    const { actor, surface, client } = this.#call
    return {
      id: uuid(now),
      organizationId: this.#events[0]?.organizationId ?? this.#organizationId,
      action,
      subject: this.#subject,
      personId: this.author.personId,
      credential: actor.credential,
      actorType: this.author.actorType,
      actorName: this.author.actorName,
      authorName: this.author.name,
      surface,
      client,
      data: this.#facts,
      createdAt: now,
    }
  }
}

/** Returns the author, as stored with versions, comments and audit rows. */
export function authorOf({ actor, claim }: Pick<Call, 'actor' | 'claim'>): Author {
  return {
    personId: actor.kind === 'person' ? actor.personId : null,
    name: nameOf(actor),
    actorType: actorTypeOf(actor, claim),
    actorName: claim.actorName,
  }
}

function nameOf(actor: Call['actor']): string {
  if (actor.kind === 'person' || actor.kind === 'service') return actor.name
  return actor.kind === 'guest' ? actor.email : 'Anonymous'
}
