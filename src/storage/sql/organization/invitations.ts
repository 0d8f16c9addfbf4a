// Invitations in the table: offered, listed, accepted once, withdrawn.
import type { Role } from '../../../domain/actor.ts'
import type { Organization, Time } from '../../../domain/artifact.ts'
import type { InvitationReading, InvitationRow, InvitationRows } from '../../records.ts'
import { organizationOf } from '../artifacts/artifact-rows.ts'
import type { Executor } from '../engine/engine.ts'
import type { Builder, InvitationTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

const invitationQuery = (db: Builder) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('person as p', 'p.id', 'i.inviter_id')
    .selectAll('i')
    .select('p.name as inviter_name')

const byCode = statement<{ codeHash: string }>()((db, param) =>
  invitationQuery(db).where('i.code_hash', '=', param('codeHash')),
)

const organization = statement<{ id: string }>()((db, param) =>
  db.selectFrom('organization').selectAll().where('id', '=', param('id')),
)

const open = statement<{ email: string; now: Time }>()((db, param) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .select('i.organization_id')
    .where('i.email', '=', param('email'))
    .where('i.accepted_at', 'is', null)
    .where('i.expires_at', '>', param('now'))
    .where('o.delete_at', 'is', null),
)

const replaced = statement<{ organizationId: string; email: string }>()((db, param) =>
  db
    .deleteFrom('invitation')
    .where('organization_id', '=', param('organizationId'))
    .where('email', '=', param('email'))
    .where('accepted_at', 'is', null),
)

const accept = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('invitation')
    .set({ accepted_at: param('now') })
    .where('id', '=', param('id'))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', param('now')),
)

const remove = statement<{ organizationId: string; id: string }>()((db, param) =>
  db
    .deleteFrom('invitation')
    .where('id', '=', param('id'))
    .where('organization_id', '=', param('organizationId'))
    .where('accepted_at', 'is', null)
    .returning('email'),
)

export class InvitationsInTables implements InvitationRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async findByCode(codeHash: string): Promise<(InvitationRow & { organization: Organization }) | null> {
    const row = await this.#x.first(byCode, { codeHash })
    if (!row) return null
    const of = await this.#x.first(organization, { id: row.organization_id })
    return { ...invitationOf(row), organization: organizationOf(of!) }
  }

  page(query: Parameters<InvitationReading['page']>[0]): Promise<InvitationRow[]> {
    return page(this.#x, query)
  }

  async open(email: string, now: Time): Promise<string[]> {
    return (await this.#x.all(open, { email, now })).map(row => row.organization_id)
  }

  async insert(row: Parameters<InvitationRows['insert']>[0]): Promise<void> {
    const { organizationId, email } = row
    await this.#x.run(replaced, { organizationId, email })
    const values = {
      id: row.id,
      organization_id: organizationId,
      email,
      role: row.role,
      code_hash: row.codeHash,
      inviter_id: row.inviterId,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      accepted_at: null,
    }
    await this.#x.runOf(this.#x.engine.builder.insertInto('invitation').values(values))
  }

  async accept(id: string, now: Time): Promise<boolean> {
    return (await this.#x.run(accept, { id, now })) === 1
  }

  async remove(organizationId: string, id: string): Promise<{ email: string } | null> {
    return (await this.#x.first(remove, { organizationId, id })) ?? null
  }

  async withdraw(organizationId: string, inviterId: string, roles: readonly Role[]): Promise<void> {
    await this.#x.runOf(
      this.#x.engine.builder
        .deleteFrom('invitation')
        .where('organization_id', '=', organizationId)
        .where('inviter_id', '=', inviterId)
        .where('role', 'in', roles)
        .where('accepted_at', 'is', null),
    )
  }
}

async function page(
  x: Executor,
  { organizationId, after, limit }: Parameters<InvitationReading['page']>[0],
): Promise<InvitationRow[]> {
  const rows = await x.allOf(
    invitationQuery(x.engine.builder)
      .where('i.organization_id', '=', organizationId)
      .where('i.accepted_at', 'is', null)
      .$if(after !== null, q =>
        q.where(eb => eb(eb.refTuple('i.created_at', 'i.id'), '<', eb.tuple(after!.createdAt, after!.id))),
      )
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .limit(limit),
  )
  return rows.map(invitationOf)
}

const invitationOf = (row: InvitationTable & { inviter_name: string }): InvitationRow => ({
  id: row.id,
  organizationId: row.organization_id,
  email: row.email,
  role: row.role,
  inviter: { id: row.inviter_id, name: row.inviter_name },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  acceptedAt: row.accepted_at,
})
