// Rules that admit builds, and used build tokens, in the tables.
import type { Time } from '../../../domain/artifact.ts'
import type { CiRuleRow, CiRuleRows } from '../../records.ts'
import { scopesIn, scopeWords, visibilitiesIn } from '../account/find-credential.ts'
import { toBit } from '../engine/boolean-column.ts'
import type { Executor } from '../engine/engine.ts'
import type { CiRuleTable } from '../engine/schema-ci.ts'
import { statement } from '../engine/statement.ts'

type Repository = Parameters<CiRuleRows['about']>[0]

const list = statement<{ organizationId: string }>()((db, param) =>
  db
    .selectFrom('ci_rule')
    .selectAll()
    .where('organization_id', '=', param('organizationId'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

const about = statement<Repository>()((db, param) =>
  db
    .selectFrom('ci_rule as r')
    .innerJoin('organization as o', 'o.id', 'r.organization_id')
    .selectAll('r')
    .where('r.organization_id', '=', param('organizationId'))
    .where('r.issuer', '=', param('issuer'))
    .where('r.repository_id', '=', param('repositoryId'))
    .where('o.delete_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc'),
)

const remove = statement<{ organizationId: string; id: string }>()((db, param) =>
  db
    .deleteFrom('ci_rule')
    .where('id', '=', param('id'))
    .where('organization_id', '=', param('organizationId'))
    .returningAll(),
)

const use = statement<{ id: string; repository: string | null; now: Time }>()((db, param) =>
  db
    .updateTable('ci_rule')
    .set({ last_used_at: param('now'), repository: param('repository') })
    .where('id', '=', param('id')),
)

export class CiRulesInTables implements CiRuleRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async list(organizationId: string): Promise<CiRuleRow[]> {
    return (await this.#x.all(list, { organizationId })).map(ruleOf)
  }

  async about(query: Repository): Promise<CiRuleRow[]> {
    return (await this.#x.all(about, query)).map(ruleOf)
  }

  async insert(rule: CiRuleRow): Promise<void> {
    await this.#x.runOf(
      this.#x.engine.builder.insertInto('ci_rule').values({
        id: rule.id,
        organization_id: rule.organizationId,
        issuer: rule.issuer,
        repository_id: rule.repositoryId,
        repository: rule.repository,
        ref: rule.ref,
        environment: rule.environment,
        pull_requests: toBit(rule.pullRequests),
        scopes: scopeWords(rule.scopes)!,
        visibilities: rule.visibilities.join(' '),
        created_at: rule.createdAt,
        last_used_at: rule.lastUsedAt,
      }),
    )
  }

  async remove(organizationId: string, id: string): Promise<CiRuleRow | null> {
    const [row] = await this.#x.all(remove, { organizationId, id })
    return row ? ruleOf(row) : null
  }

  async use(id: string, repository: string | null, now: Time): Promise<void> {
    await this.#x.run(use, { id, repository, now })
  }

  async spendToken(id: string, expiresAt: Time): Promise<boolean> {
    const added = await this.#x.runOf(
      this.#x.engine.builder
        .insertInto('used_build_token')
        .values({ id, expires_at: expiresAt })
        .onConflict(clash => clash.column('id').doNothing()),
    )
    return added === 1
  }

  async removeEnded(now: Time): Promise<void> {
    await this.#x.runOf(this.#x.engine.builder.deleteFrom('used_build_token').where('expires_at', '<=', now))
  }
}

const ruleOf = (row: CiRuleTable): CiRuleRow => ({
  id: row.id,
  organizationId: row.organization_id,
  issuer: row.issuer,
  repositoryId: row.repository_id,
  repository: row.repository,
  ref: row.ref,
  environment: row.environment,
  pullRequests: row.pull_requests === 1,
  scopes: scopesIn(row.scopes)!,
  visibilities: visibilitiesIn(row.visibilities),
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})
