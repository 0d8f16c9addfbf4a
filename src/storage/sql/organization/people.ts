// People, organizations and who belongs where, in the tables.
import type { Role } from '../../../domain/actor.ts'
import type { Organization, OrganizationPolicy, Time } from '../../../domain/artifact.ts'
import type { PlanName } from '../../../domain/plan.ts'
import type { Membership, PeopleRows, PersonRow } from '../../records.ts'
import { organizationOf } from '../artifacts/artifact-rows.ts'
import { toBit } from '../engine/boolean-column.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import type { Builder, MembershipTable, PersonTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { endOrganization, purgeOrganizations } from './organization-end.ts'

const person = statement<{ id: string }>()((db, param) =>
  db.selectFrom('person').selectAll().where('id', '=', param('id')),
)

const personByEmail = statement<{ email: string }>()((db, param) =>
  db.selectFrom('person').selectAll().where('email', '=', param('email')),
)

const organization = statement<{ id: string }>()((db, param) =>
  db.selectFrom('organization').selectAll().where('id', '=', param('id')),
)

const organizationsNamed = statement<{ name: string }>()((db, param) =>
  db.selectFrom('organization').selectAll().where('name', '=', param('name')).orderBy('id'),
)

const lock = statement<{ id: string }>()((db, param, locks) =>
  locks.rows(db.selectFrom('organization').selectAll().where('id', '=', param('id'))),
)

const operator = statement<object>()(db =>
  db.selectFrom('organization').selectAll().where('operator', '=', 1),
)

const membershipQuery = (db: Builder) =>
  db
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .selectAll('o')
    .select('m.role')
    .where('o.delete_at', 'is', null)

const memberships = statement<{ personId: string }>()((db, param) =>
  membershipQuery(db).where('m.person_id', '=', param('personId')).orderBy('m.created_at').orderBy('o.id'),
)

const membership = statement<{ personId: string; organizationId: string }>()((db, param) =>
  membershipQuery(db)
    .where('m.person_id', '=', param('personId'))
    .where('m.organization_id', '=', param('organizationId')),
)

const owners = statement<{ organizationId: string }>()((db, param) =>
  db
    .selectFrom('person as p')
    .innerJoin('membership as m', 'm.person_id', 'p.id')
    .selectAll('p')
    .where('m.organization_id', '=', param('organizationId'))
    .where('m.role', '=', 'owner')
    .orderBy('m.created_at'),
)

const verifiedDomains = statement<{ organizationId: string }>()((db, param) =>
  db
    .selectFrom('domain')
    .select('name')
    .where('organization_id', '=', param('organizationId'))
    .where('verified_at', 'is not', null),
)

const insertPerson = statement<PersonTable>()((db, param) =>
  db.insertInto('person').values({
    id: param('id'),
    email: param('email'),
    name: param('name'),
    created_at: param('created_at'),
  }),
)

const insertMembership = statement<MembershipTable>()((db, param) =>
  db.insertInto('membership').values({
    person_id: param('person_id'),
    organization_id: param('organization_id'),
    role: param('role'),
    created_at: param('created_at'),
  }),
)

const rename = statement<{ id: string; name: string }>()((db, param) =>
  db
    .updateTable('organization')
    .set({ name: param('name') })
    .where('id', '=', param('id')),
)

const renamePerson = statement<{ id: string; name: string }>()((db, param) =>
  db
    .updateTable('person')
    .set({ name: param('name') })
    .where('id', '=', param('id')),
)

export class PeopleInTables implements PeopleRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async person(id: string): Promise<PersonRow | null> {
    const row = await this.#x.first(person, { id })
    return row ? personOf(row) : null
  }

  async personByEmail(email: string): Promise<PersonRow | null> {
    const row = await this.#x.first(personByEmail, { email })
    return row ? personOf(row) : null
  }

  async organization(id: string): Promise<Organization | null> {
    const row = await this.#x.first(organization, { id })
    return row ? organizationOf(row) : null
  }

  async organizationsNamed(name: string): Promise<Organization[]> {
    return (await this.#x.all(organizationsNamed, { name })).map(organizationOf)
  }

  async memberships(personId: string): Promise<Membership[]> {
    const rows = await this.#x.all(memberships, { personId })
    return rows.map(row => ({ organization: organizationOf(row), role: row.role }))
  }

  async membership(personId: string, organizationId: string): Promise<Membership | null> {
    const row = await this.#x.first(membership, { personId, organizationId })
    return row ? { organization: organizationOf(row), role: row.role } : null
  }

  async insiders(organizationId: string, emails: readonly string[]): Promise<string[]> {
    const domains = new Set((await this.#x.all(verifiedDomains, { organizationId })).map(row => row.name))
    const members = new Set<string>()
    for (const piece of chunkedIn(emails)) {
      for (const { email } of await this.#members(organizationId, piece)) members.add(email)
    }
    return emails.filter(email => members.has(email) || domains.has(email.slice(email.lastIndexOf('@') + 1)))
  }

  async owners(organizationId: string): Promise<PersonRow[]> {
    return (await this.#x.all(owners, { organizationId })).map(personOf)
  }

  async operatorOrganization(): Promise<Organization | null> {
    const row = await this.#x.first(operator, {})
    return row ? organizationOf(row) : null
  }

  async insertPerson(row: PersonRow): Promise<void> {
    const { id, email, name, createdAt: created_at } = row
    await this.#x.run(insertPerson, { id, email, name, created_at })
  }

  async insertOrganization(row: Organization & { operator: boolean }): Promise<void> {
    const values = {
      id: row.id,
      name: row.name,
      plan: row.plan,
      ...policyColumns(row.policy),
      operator: toBit(row.operator),
      created_at: row.createdAt,
    }
    await this.#x.runOf(this.#x.engine.builder.insertInto('organization').values(values))
  }

  async insertMembership(personId: string, organizationId: string, role: Role, now: Time): Promise<void> {
    const row = { person_id: personId, organization_id: organizationId, role, created_at: now }
    await this.#x.run(insertMembership, row)
  }

  async lockOrganization(id: string): Promise<Organization | null> {
    const row = await this.#x.first(lock, { id })
    return row ? organizationOf(row) : null
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#x.run(rename, { id, name })
  }

  async renamePerson(id: string, name: string): Promise<void> {
    await this.#x.run(renamePerson, { id, name })
  }

  endOrganization(id: string, deleteAt: Time | null): Promise<void> {
    return endOrganization(this.#x, id, deleteAt)
  }

  purgeOrganizations(now: Time, limit: number): Promise<{ blobs: string[]; done: boolean }> {
    return purgeOrganizations(this.#x, now, limit)
  }

  async changePlan(id: string, plan: PlanName): Promise<void> {
    await this.#x.runOf(this.#x.engine.builder.updateTable('organization').set({ plan }).where('id', '=', id))
  }

  async changePolicy(id: string, policy: OrganizationPolicy): Promise<void> {
    await this.#x.runOf(
      this.#x.engine.builder.updateTable('organization').set(policyColumns(policy)).where('id', '=', id),
    )
  }

  #members(organizationId: string, emails: string[]): Promise<{ email: string }[]> {
    return this.#x.allOf(
      this.#x.engine.builder
        .selectFrom('person as p')
        .innerJoin('membership as m', 'm.person_id', 'p.id')
        .select('p.email')
        .where('m.organization_id', '=', organizationId)
        .where('p.email', 'in', emails),
    )
  }
}

export const personOf = (row: PersonTable): PersonRow => ({
  id: row.id,
  email: row.email,
  name: row.name,
  createdAt: row.created_at,
})

const policyColumns = (policy: OrganizationPolicy) => ({
  allow_public: toBit(policy.allowPublic),
  allow_external_sharing: toBit(policy.allowExternalSharing),
  allow_preview_claims: toBit(policy.allowPreviewClaims),
  open_network: toBit(policy.openNetwork),
  require_sign_in_provider: toBit(policy.requireSignInProvider),
})
