// The pages of the dashboard in every state, with whatever words one likes in the places that people write to.

import { scopes } from '../../../src/domain/actor.ts'
import type { Assets } from '../../../src/surfaces/web/assets.ts'
import type { Frame } from '../../../src/surfaces/web/components/dashboard.tsx'
import { type KeyRow, keysPage } from '../../../src/surfaces/web/pages/keys-page.tsx'
import { sections } from '../../../src/surfaces/web/sections.ts'
import { organizationPages } from './sample-organization.ts'
import { ago, now, url, type Words } from './sample-words.ts'

/** The frame around the section at `href`, for an owner who belongs to three organizations. */
export const sampleFrame = (
  assets: Assets,
  words: Words,
  href: string,
  more: Partial<Frame> = {},
): Frame => ({
  assets,
  url,
  reader: { name: words.person, email: words.email },
  organization: { id: 'o1', name: words.organization },
  organizations: [
    { id: 'o1', name: words.organization },
    { id: 'o2', name: words.name },
    { id: 'o3', name: 'Northwind' },
  ],
  links: sections
    .filter(section => !section.unlisted)
    .map(section => ({
      href: section.href,
      label: section.label,
      group: section.group,
      current: section.href === href,
    })),
  now,
  ...more,
})

function sampleKeys(words: Words): KeyRow[] {
  const row = {
    scopes: [],
    prefix: 'recto_u_7Hq2',
    createdAt: ago(40),
    expiresAt: null,
    lastUsedAt: ago(0.01),
  }
  return [
    { ...row, id: '0193a', name: words.name, kind: 'user' },
    {
      ...row,
      id: '0193b',
      name: 'Build server',
      kind: 'service',
      prefix: 'recto_s_Zk81',
      expiresAt: ago(-90),
    },
    { ...row, id: '0193c', name: 'Notebook', kind: 'user', scopes: ['artifacts:read'], lastUsedAt: null },
  ]
}

/** Page by name. Each text of `words` stands wherever such a text can stand. */
export const dashboardPages = (assets: Assets, words: Words): Record<string, () => string> => ({
  ...keyPages(assets, words),
  ...organizationPages(assets, words),
})

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
