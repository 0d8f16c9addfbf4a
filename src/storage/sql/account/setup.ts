// The setup link that makes the operator's owner: one row, by its hash.
import type { Time } from '../../../domain/artifact.ts'
import type { Executor } from '../engine/engine.ts'
import { statement } from '../engine/statement.ts'

const operatorOwner = statement<object>()(db =>
  db
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select('m.person_id')
    .where('o.operator', '=', 1)
    .where('m.role', '=', 'owner')
    .limit(1),
)

const open = statement<{ tokenHash: string }>()((db, param) =>
  db
    .selectFrom('setup')
    .select('id')
    .where('token_hash', '=', param('tokenHash'))
    .where('spent_at', 'is', null),
)

const spend = statement<{ tokenHash: string; now: Time }>()((db, param) =>
  db
    .updateTable('setup')
    .set({ spent_at: param('now') })
    .where('token_hash', '=', param('tokenHash'))
    .where('spent_at', 'is', null),
)

/** The operator's organization has no owner yet, or lost its owner: a new link may be made. */
export async function replaceSetup(x: Executor, tokenHash: string, now: Time): Promise<boolean> {
  if (await x.first(operatorOwner, {})) return false
  const row = { token_hash: tokenHash, created_at: now, spent_at: null }
  await x.runOf(
    x.engine.builder
      .insertInto('setup')
      .values({ id: 1, ...row })
      .onConflict(clash => clash.column('id').doUpdateSet(row)),
  )
  return true
}

export const setupOpen = async (x: Executor, tokenHash: string): Promise<boolean> =>
  (await x.first(open, { tokenHash })) !== undefined

export const spendSetup = async (x: Executor, tokenHash: string, now: Time): Promise<boolean> =>
  (await x.run(spend, { tokenHash, now })) === 1
