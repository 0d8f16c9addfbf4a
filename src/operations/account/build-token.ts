// A build proves who it is by a token of its issuer, and gets a key that lives 15 minutes.

import { z } from 'zod'
import { sha256Hex } from '../../crypto.ts'
import { DAY } from '../../domain/artifact.ts'
import { admits, BUILD_KEY_LIFE, type Build } from '../../domain/ci-rule.ts'
import { Problem } from '../../domain/problem.ts'
import type { Rows } from '../../storage/records.ts'
import { newKey } from '../kernel/key-format.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'

/** No token is taken that is older than a day, so after two none of them can come again. */
const TOKEN_KEPT = 2 * DAY

const overHttp = { gap: 'a build asks over HTTP, before it has a credential' }

export const exchangeBuildToken = operation({
  name: 'exchangeBuildToken',
  summary:
    'Exchange the OpenID token of a build for a key that lives 15 minutes, by a rule of the organization.',
  input: z.strictObject({
    token: z
      .string()
      .max(16_384)
      .describe('The token that the issuer gave the build, for the address of this server'),
    organization: z.string().max(100).describe('Id of the organization whose rule admits the build'),
  }),
  output: z.object({ key: z.string(), expiresAt: z.iso.datetime() }),
  effect: 'write',
  access: 'anyone',
  replayAnswer: 'refused',
  fails: ['unauthorized', 'not_replayable', 'provider_unavailable'],
  rest: { method: 'POST', path: '/auth/ci', success: 200, body: 'json' },
  mcp: overHttp,
  cli: overHttp,
  beforeTransaction: ({ context, input }) => context.readBuild(input.token),
  async run({ rows, input, now, beforehand: build, addAuditDetails }) {
    const rule = build && (await findRule(rows, input.organization, build))
    if (!rule || !(await spend(rows, build, now))) throw refused()
    const { key, prefix } = newKey('c')
    const { organizationId, scopes } = rule
    const row = {
      ...{ id: uuid(now), name: build.repository ?? `Repository ${build.repositoryId}` },
      ...{ kind: 'service' as const, organizationId, personId: null, scopes, prefix },
      ...{ createdAt: now, expiresAt: now + BUILD_KEY_LIFE, lastUsedAt: null },
    }
    await rows.credentials.insertKey({ ...row, keyHash: sha256Hex(key), rule })
    await rows.ciRules.use(rule.id, build.repository, now)
    const expiresAt = iso(row.expiresAt)
    const { tokenId: _, ...of } = build
    addAuditDetails(
      row.id,
      { ...of, rule: rule.id, scopes, visibilities: rule.visibilities, expiresAt },
      organizationId,
    )
    return { key, expiresAt }
  },
})

type RuleRows = Pick<Rows, 'ciRules'>

/** The newest rule that admits the build: rights of two rules are never put together. */
async function findRule({ ciRules }: RuleRows, organizationId: string, build: Build) {
  const { issuer, repositoryId } = build
  const rules = await ciRules.about({ organizationId, issuer, repositoryId })
  return rules.find(rule => admits(rule, build)) ?? null
}

const spend = ({ ciRules }: RuleRows, { issuer, tokenId }: Build, now: number): Promise<boolean> =>
  ciRules.spendToken(sha256Hex(JSON.stringify([issuer, tokenId])), now + TOKEN_KEPT)

/** One answer for all that can be wrong, so that nobody learns which organizations have rules, and about what. */
const refused = (): Problem =>
  new Problem(
    'unauthorized',
    'No key is given for this token. It has to be new, unused, from an issuer that this server knows, for the address of this server, and a rule of the organization has to admit its repository, ref or environment, and event.',
  )
