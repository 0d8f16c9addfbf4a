// Mail domains of organizations in the table.
import type { Organization, Time } from '../../../domain/artifact.ts'
import type { DomainRow, DomainRows } from '../../records.ts'
import { organizationOf } from '../artifacts/artifact-rows.ts'
import type { Executor } from '../engine/engine.ts'
import type { DomainTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

const find = statement<{ organizationId: string; id: string }>()((db, param) =>
  db
    .selectFrom('domain')
    .selectAll()
    .where('id', '=', param('id'))
    .where('organization_id', '=', param('organizationId')),
)

const list = statement<{ organizationId: string }>()((db, param) =>
  db.selectFrom('domain').selectAll().where('organization_id', '=', param('organizationId')).orderBy('name'),
)

const holder = statement<{ name: string }>()((db, param) =>
  db
    .selectFrom('domain')
    .select('organization_id')
    .where('name', '=', param('name'))
    .where('verified_at', 'is not', null),
)

const home = statement<{ name: string; email: string }>()((db, param) =>
  db
    .selectFrom('domain as d')
    .innerJoin('organization as o', 'o.id', 'd.organization_id')
    .selectAll('o')
    .where('d.name', '=', param('name'))
    .where('d.verified_at', 'is not', null)
    .where('o.delete_at', 'is', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('former_member as f')
            .select('f.email')
            .whereRef('f.organization_id', '=', 'o.id')
            .where('f.email', '=', param('email')),
        ),
      ),
    ),
)

const verified = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('domain')
    .set({ verified_at: param('now') })
    .where('id', '=', param('id')),
)

const remove = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('domain').where('id', '=', param('id')),
)

export class DomainsInTables implements DomainRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(organizationId: string, id: string): Promise<DomainRow | null> {
    const row = await this.#x.first(find, { organizationId, id })
    return row ? domainOf(row) : null
  }

  async list(organizationId: string): Promise<DomainRow[]> {
    return (await this.#x.all(list, { organizationId })).map(domainOf)
  }

  async holder(name: string): Promise<string | null> {
    return (await this.#x.first(holder, { name }))?.organization_id ?? null
  }

  async home(email: string): Promise<Organization | null> {
    const name = email.slice(email.lastIndexOf('@') + 1)
    const row = await this.#x.first(home, { name, email })
    return row ? organizationOf(row) : null
  }

  async insert(row: DomainRow): Promise<void> {
    const values = {
      id: row.id,
      organization_id: row.organizationId,
      name: row.name,
      token: row.token,
      created_at: row.createdAt,
      verified_at: row.verifiedAt,
    }
    await this.#x.runOf(this.#x.engine.builder.insertInto('domain').values(values))
  }

  async markVerified(id: string, now: Time): Promise<void> {
    await this.#x.run(verified, { id, now })
  }

  async remove(id: string): Promise<void> {
    await this.#x.run(remove, { id })
  }
}

const domainOf = (row: DomainTable): DomainRow => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  token: row.token,
  createdAt: row.created_at,
  verifiedAt: row.verified_at,
})
