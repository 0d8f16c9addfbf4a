// The keys page: list, make, revoke, as plain forms.

import { adminRoles, scopes } from '../../../domain/actor.ts'
import { cleanName } from '../../../domain/artifact.ts'
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

const path = '/app/keys'

export const keys: Section = {
  href: path,
  label: common.keys,
  group: 'you',
  publishes: true,
  isFor: isPerson,
  routes: {
    'GET /app/keys': request => sendKeys(request, 200, {}),
    'POST /app/keys': makeKeyByForm,
    'POST /app/keys/:id/revoke': revokeKeyByForm,
  },
  done: {
    revoked: 'Key revoked. It no longer works.',
    made: 'This key exists already. If you did not copy it, revoke the key and create another one.',
  },
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

/** `POST /app/keys`: the key is shown on this answer alone, and a reload of the answer makes no second one. */
async function makeKeyByForm(request: PageRequest): Promise<void> {
  const { name = '', expires, since, ...fields } = await fieldsOf(request)
  const kind = fields.kind === 'service' ? 'service' : 'user'
  if (since && (await isMadeSince(request, { name, kind }, since))) return finish(request, path, 'made')
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

/** Whether the same form made its key before: one of this name and kind is younger than the page of the form. */
async function isMadeSince(
  request: PageRequest,
  { name, kind }: Pick<KeyAnswer, 'name' | 'kind'>,
  since: string,
): Promise<boolean> {
  const { data } = await performed(request, operations.listKeys, { limit: 100 })
  const asked = cleanName(name)
  return data.some(key => key.name === asked && key.kind === kind && key.createdAt > since)
}

const endOfDay = (date: string): string => `${date}T23:59:59.999Z`

/** `POST /app/keys/{id}/revoke` */
async function revokeKeyByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.revokeKey, { id: request.params.id })
  finish(request, path, 'revoked')
}
