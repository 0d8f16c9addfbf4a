// The keys page: list, make, revoke, as plain forms.
import type { Actor } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import type { Wire } from '../../rest/wire.ts'
import type { FieldError } from '../components/form.tsx'
import { ask, type Desk, postedFields, reader, redirect, sendPage } from '../desk.ts'
import { type KeyRow, keysPage } from '../pages/keys-page.tsx'

interface WireKey extends Omit<KeyRow, 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'scopes'> {
  scopes: string[] | null
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

interface Shown {
  made?: { name: string; key: string }
  errors?: readonly FieldError[]
  values?: { name?: string; kind?: 'user' | 'service'; expires?: string }
}

/** `GET /app/keys` */
export async function showKeys(desk: Desk, wire: Wire): Promise<void> {
  const actor = await reader(desk, wire)
  if (actor.kind !== 'person') redirect(desk, wire, '/auth/sign-in?next=/app/keys')
  else await sendKeys(desk, wire, actor, 200, {})
}

async function sendKeys(
  desk: Desk,
  wire: Wire,
  actor: Actor & { kind: 'person' },
  status: number,
  shown: Shown,
): Promise<void> {
  const { data } = (await ask(desk, wire, actor, 'listKeys', { limit: 100 })) as { data: WireKey[] }
  const me = (await ask(desk, wire, actor, 'me', {})) as { organization: { name: string } }
  const html = keysPage({
    assets: desk.assets,
    url: desk.site.context.url,
    reader: actor.email,
    organization: me.organization.name,
    keys: data.map(rowOf),
    mayMakeService: actor.role === 'owner' || actor.role === 'admin',
    ...shown,
  })
  sendPage(desk, wire, status, html)
}

const rowOf = (key: WireKey): KeyRow => ({
  ...key,
  scopes: key.scopes ?? [],
  createdAt: new Date(key.createdAt),
  expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt),
  lastUsedAt: key.lastUsedAt === null ? null : new Date(key.lastUsedAt),
})

/** `POST /app/keys`: the key is shown on this answer alone. */
export async function makeKeyByForm(desk: Desk, wire: Wire): Promise<void> {
  const fields = await postedFields(desk, wire)
  const actor = await signedIn(desk, wire)
  const kind = fields.kind === 'service' ? 'service' : 'user'
  const values = {
    kind,
    ...(fields.name && { name: fields.name }),
    ...(fields.expires && { expires: fields.expires }),
  } as const
  try {
    const input = {
      name: fields.name ?? '',
      kind,
      ...(fields.expires && { expiresAt: endOfDay(fields.expires) }),
    }
    const made = (await ask(desk, wire, actor, 'makeKey', input)) as { name: string; key: string }
    await sendKeys(desk, wire, actor, 201, { made })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await sendKeys(desk, wire, actor, error.status, { errors: errorsOf(error), values })
  }
}

const endOfDay = (date: string): string => `${date}T23:59:59.999Z`

function errorsOf(problem: Problem): FieldError[] {
  const errors = problem.extras.errors as { field: string; message: string }[] | undefined
  return (
    errors?.map(({ field, message }) => ({ field: field === 'expiresAt' ? 'expires' : field, message })) ?? [
      { field: null, message: problem.message },
    ]
  )
}

/** `POST /app/keys/{id}/revoke` */
export async function revokeKeyByForm(desk: Desk, wire: Wire, id: string): Promise<void> {
  await postedFields(desk, wire)
  await ask(desk, wire, await signedIn(desk, wire), 'revokeKey', { id })
  redirect(desk, wire, '/app/keys')
}

async function signedIn(desk: Desk, wire: Wire): Promise<Actor & { kind: 'person' }> {
  const actor = await reader(desk, wire)
  if (actor.kind === 'person') return actor
  throw new Problem('unauthorized', 'Your session has ended. Sign in again.')
}
