// The keys page: list, make, revoke, as plain forms.

import { adminRoles, scopes } from '../../../domain/actor.ts'
import { type PlanName, plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  pageHref,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { type KeyRow, type KeysPageProps, keysPage } from './keys-page.tsx'

type KeyAnswer = RowOf<typeof operations.listKeys>

export const keys: Section = {
  href: '/app/keys',
  label: common.keys,
  group: 'you',
  publishes: true,
  isFor: isPerson,
  routes: {
    'GET /app/keys': request => sendKeys(request, 200, {}),
    'POST /app/keys': makeKeyByForm,
    'POST /app/keys/:id/revoke': revokeKeyByForm,
  },
  done: { revoked: 'The key is revoked. Programs that use it are refused.' },
}

async function sendKeys(
  request: PageRequest,
  status: number,
  shown: Pick<KeysPageProps, 'made' | 'errors' | 'values'>,
): Promise<void> {
  const { actor, query } = request
  const cursor = query.get('cursor')
  const found = await performed(request, operations.listKeys, {
    limit: 100,
    ...(cursor && { cursor }),
  })
  const html = keysPage({
    frame: frameOf(request),
    keys: found.data.map(rowOf),
    scopes: offeredScopes(request),
    mayMakeService: isPerson(actor) && adminRoles.includes(actor.role),
    pages: {
      next: found.nextCursor && pageHref(request, found.nextCursor),
      first: cursor && pageHref(request, null),
    },
    ...shown,
  })
  sendDashboard(request, status, html)
}

/** Scopes are offered where the plan has them. */
const offeredScopes = ({ me }: PageRequest): readonly string[] =>
  me.organization && plans[me.organization.plan as PlanName].scopedKeys ? scopes : []

const rowOf = (key: KeyAnswer): KeyRow => ({
  ...key,
  scopes: key.scopes ?? [],
  createdAt: new Date(key.createdAt),
  expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt),
  lastUsedAt: key.lastUsedAt === null ? null : new Date(key.lastUsedAt),
})

/** `POST /app/keys`: the key is shown on this answer alone. */
async function makeKeyByForm(request: PageRequest): Promise<void> {
  const { name = '', expires, ...fields } = await fieldsOf(request)
  const kind = fields.kind === 'service' ? 'service' : 'user'
  const chosen = scopes.filter(scope => fields[scope] === 'on')
  const limited = chosen.length > 0 && { scopes: chosen }
  const input = { name, kind, ...(expires && { expiresAt: endOfDay(expires) }), ...limited }
  const outcome = await attempt(request, operations.makeKey, input, {
    expiresAt: 'expires',
  })
  if ('value' in outcome) return sendKeys(request, 201, { made: outcome.value })
  const { status, errors } = outcome.refused
  await sendKeys(request, status, { errors, values: { name, kind, ...(expires && { expires }), ...limited } })
}

const endOfDay = (date: string): string => `${date}T23:59:59.999Z`

/** `POST /app/keys/{id}/revoke` */
async function revokeKeyByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.revokeKey, { id: request.params.id })
  finish(request, '/app/keys', 'revoked')
}
