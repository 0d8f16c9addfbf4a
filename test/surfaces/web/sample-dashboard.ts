// The pages of the dashboard in every state, with whatever words one likes in the places that people write to.

import { scopes } from '../../../src/domain/actor.ts'
import { type AccountPageProps, accountPage, leftPage } from '../../../src/surfaces/web/account/account.tsx'
import { type KeysPageProps, keysPage } from '../../../src/surfaces/web/account/keys.tsx'
import { type FactorState, securityPage } from '../../../src/surfaces/web/account/security.tsx'
import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import { artifactPages } from './sample-artifacts.ts'
import { componentPages } from './sample-components.tsx'
import { sampleFrame } from './sample-frame.ts'
import { historyPages } from './sample-history.ts'
import { organizationPages } from './sample-organization.ts'
import { webhookPages } from './sample-webhooks.ts'
import { ago, type Words } from './sample-words.ts'

function sampleKeys(words: Words): KeysPageProps['keys'] {
  const row = {
    scopes: null,
    prefix: 'recto_u_7Hq2',
    createdAt: ago(40).toISOString(),
    expiresAt: null,
    lastUsedAt: ago(0.01).toISOString(),
  }
  return [
    { ...row, id: '0193a', name: words.name, kind: 'user' },
    {
      ...row,
      id: '0193b',
      name: 'Build server',
      kind: 'service',
      prefix: 'recto_s_Zk81',
      expiresAt: ago(-90).toISOString(),
    },
    {
      ...row,
      id: '0193d',
      name: 'Old laptop',
      kind: 'user',
      expiresAt: ago(3).toISOString(),
    },
    { ...row, id: '0193c', name: 'Notebook', kind: 'user', scopes: ['artifacts:read'], lastUsedAt: null },
  ]
}

/** Page by name. Each text of `words` stands wherever such a text can stand. */
export const dashboardPages = (assets: Assets, words: Words): Record<string, () => string> => ({
  ...componentPages(assets, words),
  ...artifactPages(assets, words),
  ...historyPages(assets, words),
  ...keyPages(assets, words),
  ...organizationPages(assets, words),
  ...webhookPages(assets, words),
  ...accountPages(assets, words),
  ...securityPages(assets, words),
})

function securityPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/security')
  const times = {
    createdAt: ago(20).toISOString(),
    lastSeenAt: ago(0.01).toISOString(),
    expiresAt: ago(-10).toISOString(),
  }
  const sessions = [
    {
      id: '0193a',
      client: 'Firefox on Linux',
      network: '192.0.2.0/24',
      ...times,
      current: true,
      signedInBy: 'code' as const,
    },
    {
      id: '0193b',
      client: words.name,
      network: words.message,
      ...times,
      current: false,
      signedInBy: 'google' as const,
    },
    { id: '0193c', client: null, network: null, ...times, current: false, signedInBy: 'setup_link' as const },
  ]
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const uri = `otpauth://totp/Recto:ana%40acme.example?secret=${secret}`
  const errors = [{ field: 'code', message: words.message }]
  const page = (factor: FactorState, more = {}) => securityPage({ frame, sessions, factor, ...more })
  const on = { is: 'on' as const, since: ago(12), recoveryCodesLeft: 9 }
  return {
    security: () => page({ is: 'off' }),
    'security-alone': () => page({ is: 'off' }, { sessions: sessions.slice(0, 1) }),
    'security-begun': () => page({ is: 'begun', secret, uri }),
    'security-begun-again': () => page({ is: 'begun', secret, uri }, { errors }),
    'security-confirmed': () =>
      page({
        is: 'confirmed',
        recoveryCodes: Array.from({ length: 10 }, (_, n) => `7Hq${n}-kZk8-1mWb-5TcY`),
      }),
    'security-on': () => page(on),
    'security-on-again': () => page(on, { errors }),
  }
}

function keyPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/keys')
  const keys = { frame, keys: sampleKeys(words), mayMakeService: true, scopes }
  const key = 'recto_u_7Hq2kZk81mWb5TcYx9PvRdNfQ3sLgA6eUh'
  return {
    'keys-none': () => keysPage({ ...keys, frame: { ...frame, organizations: [] }, keys: [] }),
    keys: () => keysPage({ ...keys, pages: { next: '/app/keys?cursor=next', first: '/app/keys' } }),
    'keys-made': () => keysPage({ ...keys, made: { name: words.name, key } }),
    'keys-free': () => keysPage({ ...keys, scopes: [] }),
    'keys-revoked': () => keysPage({ ...keys, frame: { ...frame, done: words.message } }),
    'keys-again': () =>
      keysPage({
        ...keys,
        errors: [{ field: 'name', message: words.message }],
        values: { name: words.name, kind: 'service', scopes: ['artifacts:write'] },
      }),
  }
}

function accountPages(assets: Assets, words: Words): Record<string, () => string> {
  const page: AccountPageProps = {
    frame: sampleFrame(assets, words, '/app/account'),
    name: words.person,
    organizations: [
      { id: 'o1', name: words.organization, role: 'owner' },
      { id: 'o2', name: words.name, role: 'member' },
    ],
    invitations: [{ organization: { name: words.organization } }],
    identities: [
      { id: 'i1', provider: 'google', linkedAt: ago(40).toISOString(), lastUsedAt: ago(1).toISOString() },
      { id: 'i2', provider: 'microsoft', linkedAt: ago(9).toISOString(), lastUsedAt: ago(9).toISOString() },
    ],
    notices: 'daily',
  }
  const errors = [{ field: 'name', message: words.message }]
  const guest = { ...page.frame, organization: null, organizations: [] }
  return {
    account: () => accountPage(page),
    'account-again': () => accountPage({ ...page, errors, values: { name: words.name } }),
    'account-guest': () =>
      accountPage({
        ...page,
        frame: guest,
        name: null,
        organizations: [],
        identities: [],
      }),
    'account-left': () => leftPage({ assets, organization: words.organization }),
  }
}
