// Memberships in the table: finding, listing, holding, changing and ending them.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Role } from '../../../domain/actor.ts'
import type { Organization, Time } from '../../../domain/artifact.ts'
import type { MemberReading, MemberRow, MemberRows, PersonRow } from '../../records.ts'
import { organizationOf } from '../artifacts/artifact-rows.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import type { Builder, PersonTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { holdings, lastSeen } from './member-holdings.ts'
import { personOf } from './people.ts'

interface Place {
  organizationId: string
  personId: string
}

const memberQuery = (db: Builder) =>
  db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .selectAll('p')
    .select(['m.role', 'm.created_at as joined_at'])

const find = statement<Place>()((db, param) =>
  memberQuery(db)
    .where('m.organization_id', '=', param('organizationId'))
    .where('m.person_id', '=', param('personId')),
)

const ending = statement<{ personId: string }>()((db, param) =>
  db
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .selectAll('o')
    .where('m.person_id', '=', param('personId'))
    .where('m.role', '=', 'owner')
    .where('o.delete_at', 'is not', null)
    .orderBy('o.delete_at'),
)

const hold = statement<Place>()((db, param, locks) =>
  locks.presence(
    db
      .selectFrom('membership')
      .select('role')
      .where('organization_id', '=', param('organizationId'))
      .where('person_id', '=', param('personId'))
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('organization as o')
            .select('o.id')
            .where('o.id', '=', param('organizationId'))
            .where('o.delete_at', 'is', null),
        ),
      ),
  ),
)

const lockQuery = (db: Builder, { organizationId, personId }: Place) =>
  db
    .selectFrom('membership')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)

const countOwners = statement<{ organizationId: string }>()((db, param) =>
  db
    .selectFrom('membership')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', param('organizationId'))
    .where('role', '=', 'owner'),
)

const changeRole = statement<Place & { role: Role }>()((db, param) =>
  db
    .updateTable('membership')
    .set({ role: param('role') })
    .where('organization_id', '=', param('organizationId'))
    .where('person_id', '=', param('personId')),
)

const remove = statement<Place>()((db, param) =>
  db
    .deleteFrom('membership')
    .where('organization_id', '=', param('organizationId'))
    .where('person_id', '=', param('personId')),
)

const left = statement<{ organizationId: string; email: string; now: Time }>()((db, param) =>
  db
    .insertInto('former_member')
    .values({ organization_id: param('organizationId'), email: param('email'), left_at: param('now') })
    .onConflict(clash => clash.columns(['organization_id', 'email']).doUpdateSet({ left_at: param('now') })),
)

const back = statement<{ organizationId: string; email: string }>()((db, param) =>
  db
    .deleteFrom('former_member')
    .where('organization_id', '=', param('organizationId'))
    .where('email', '=', param('email')),
)

const viewersAt = statement<{ organizationId: string; suffix: string }>()((db, param) =>
  memberQuery(db)
    .where('m.organization_id', '=', param('organizationId'))
    .where('m.role', '=', 'viewer')
    .where('p.email', 'like', param('suffix'))
    .orderBy('p.id'),
)

export class MembersInTables implements MemberRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(organizationId: string, personId: string): Promise<MemberRow | null> {
    const row = await this.#x.first(find, { organizationId, personId })
    return row ? memberOf(row) : null
  }

  page(query: Parameters<MemberReading['page']>[0]): Promise<MemberRow[]> {
    return page(this.#x, query)
  }

  async atAddresses(organizationId: string, emails: readonly string[]): Promise<MemberRow[]> {
    const found: MemberRow[] = []
    for (const piece of chunkedIn(emails)) {
      const rows = await this.#x.allOf(
        memberQuery(this.#x.engine.builder)
          .where('m.organization_id', '=', organizationId)
          .where('p.email', 'in', piece),
      )
      found.push(...rows.map(memberOf))
    }
    return found
  }

  lastSeen(organizationId: string, personIds: readonly string[]): Promise<Map<string, Time>> {
    return lastSeen(this.#x, organizationId, personIds)
  }

  holdings(organizationId: string, personId: string): Promise<{ artifacts: number; keys: number }> {
    return holdings(this.#x, { organizationId, personId })
  }

  async ending(personId: string): Promise<Organization[]> {
    return (await this.#x.all(ending, { personId })).map(organizationOf)
  }

  async hold(organizationId: string, personId: string): Promise<Role | null> {
    return (await this.#x.first(hold, { organizationId, personId }))?.role ?? null
  }

  async lock(
    organizationId: string,
    personId: string,
    purpose: 'change' | 'removal',
  ): Promise<MemberRow | null> {
    const { builder, locks } = this.#x.engine
    const query = lockQuery(builder, { organizationId, personId })
    const [held] = await this.#x.allOf(purpose === 'removal' ? locks.removal(query) : locks.rows(query))
    return held ? this.find(organizationId, personId) : null
  }

  async countOwners(organizationId: string): Promise<number> {
    return (await this.#x.first(countOwners, { organizationId }))!.count
  }

  async changeRole(organizationId: string, personId: string, role: Role): Promise<void> {
    await this.#x.run(changeRole, { organizationId, personId, role })
  }

  async remove(organizationId: string, personId: string): Promise<void> {
    await this.#x.run(remove, { organizationId, personId })
  }

  async markLeft(organizationId: string, email: string, now: Time): Promise<void> {
    await this.#x.run(left, { organizationId, email, now })
  }

  async unmarkLeft(organizationId: string, email: string): Promise<void> {
    await this.#x.run(back, { organizationId, email })
  }

  async viewersAt(organizationId: string, domain: string): Promise<PersonRow[]> {
    const rows = await this.#x.all(viewersAt, { organizationId, suffix: `%@${domain}` })
    return rows.map(personOf)
  }
}

async function page(
  x: Executor,
  { organizationId, text, after, limit }: Parameters<MemberReading['page']>[0],
): Promise<MemberRow[]> {
  const words = text?.match(/\S+/g) ?? []
  const rows = await x.allOf(
    memberQuery(x.engine.builder)
      .where('m.organization_id', '=', organizationId)
      .where(eb => eb.and(words.map(has)))
      .$if(after !== null, q =>
        q.where(eb =>
          eb(eb.refTuple('m.created_at', 'm.person_id'), '>', eb.tuple(after!.joinedAt, after!.id)),
        ),
      )
      .orderBy('m.created_at')
      .orderBy('m.person_id')
      .limit(limit),
  )
  return rows.map(memberOf)
}

/** Both databases take letters beyond ASCII as they are, so the text does too. */
const lower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** Holds where the name or the address has the word. */
const has = (word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(p.email || ' ' || p.name) like ${`%${lower(word).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

const memberOf = (row: PersonTable & { role: Role; joined_at: Time }): MemberRow => ({
  person: personOf(row),
  role: row.role,
  joinedAt: row.joined_at,
})
