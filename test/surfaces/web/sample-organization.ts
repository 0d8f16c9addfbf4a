// The organization's pages in every state, with whatever words one likes in the places that people write to.

import { type App, appsPage } from '../../../src/surfaces/web/account/apps.tsx'
import { clients } from '../../../src/surfaces/web/connect/clients.ts'
import { connectPage } from '../../../src/surfaces/web/connect/connect.tsx'
import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import {
  type DomainsPageProps,
  domainsPage,
  removeDomainPage,
} from '../../../src/surfaces/web/organization/domains.tsx'
import { generalPage } from '../../../src/surfaces/web/organization/general.tsx'
import { governedPage } from '../../../src/surfaces/web/organization/governed.tsx'
import { type InvitationState, invitationPage } from '../../../src/surfaces/web/organization/invitation.tsx'
import { memberPage } from '../../../src/surfaces/web/organization/member.tsx'
import { type MembersPageProps, membersPage } from '../../../src/surfaces/web/organization/members.tsx'
import { policyPage } from '../../../src/surfaces/web/organization/policy.tsx'
import { restorePage } from '../../../src/surfaces/web/organization/restore.tsx'
import { type StatusPageProps, statusPage } from '../../../src/surfaces/web/organization/status.tsx'
import { type UsagePageProps, usagePage } from '../../../src/surfaces/web/organization/usage.tsx'
import { auditPages } from './sample-audit.ts'
import { buildPages } from './sample-builds.ts'
import { sampleFrame } from './sample-frame.ts'
import { ago, type Words } from './sample-words.ts'

export const organizationPages = (assets: Assets, words: Words): Record<string, () => string> => ({
  ...peoplePages(assets, words),
  ...domainPages(assets, words),
  ...generalPages(assets, words),
  ...rulePages(assets, words),
  ...buildPages(assets, words),
  ...accountingPages(assets, words),
  ...invitePages(assets, words),
})

const at = (days: number): string => ago(days).toISOString()

const peopleOf = (words: Words): MembersPageProps['members'][number][] => [
  {
    id: 'm1',
    name: words.person,
    email: words.email,
    role: 'owner',
    joinedAt: at(400),
    lastSeenAt: at(0.001),
  },
  {
    id: 'm2',
    name: 'Ben Okafor',
    email: 'ben@xn--acm-dma.example',
    role: 'admin',
    joinedAt: at(90),
    lastSeenAt: at(3),
  },
  {
    id: 'm3',
    name: 'Mira Lindqvist-Wassermann',
    email: 'mira.lindqvist-wassermann@acme.example',
    role: 'member',
    joinedAt: at(12),
    lastSeenAt: null,
  },
  {
    id: 'm4',
    name: 'Vera',
    email: 'vera@acme.example',
    role: 'viewer',
    joinedAt: at(1),
    lastSeenAt: at(1),
  },
]

function peoplePages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/members')
  const people = peopleOf(words)
  const open = {
    id: 'i1',
    email: words.email,
    role: 'member' as const,
    invitedBy: { name: words.person },
    createdAt: at(1),
  }
  const invitations = {
    rows: [
      { ...open, expired: false, expiresAt: at(-13) },
      { ...open, id: 'i2', email: 'old@partner.example', expired: true, expiresAt: at(2) },
    ],
    more: {},
    roles: ['member', 'admin'] as const,
  }
  const all = { frame, self: 'm1', members: people, query: '', pages: { next: '/app/members?cursor=n' } }
  const other = {
    ...people[2]!,
    artifacts: 12,
    keys: 2,
    isSelf: false,
    can: ['role' as const, 'remove' as const],
    grants: ['member' as const, 'admin' as const, 'owner' as const],
    heirs: people.slice(0, 2),
  }
  const self = { ...other, ...people[0]!, artifacts: 1, keys: 1, isSelf: true, can: ['leave' as const] }
  const errors = [{ field: 'email', message: words.message }]
  return {
    members: () => membersPage({ ...all, invitations }),
    'members-for-members': () => membersPage({ ...all, pages: {}, invitations: null }),
    'members-none': () =>
      membersPage({
        ...all,
        members: [],
        query: words.name,
        pages: {},
        invitations: { ...invitations, rows: [] },
      }),
    'members-again': () =>
      membersPage({ ...all, invitations, errors, values: { email: words.email, role: 'admin' } }),
    member: () => memberPage({ frame, member: other }),
    'member-again': () =>
      memberPage({
        frame,
        member: { ...other, heirs: null },
        errors: [{ field: 'heir', message: words.message }],
        values: { heir: words.email },
      }),
    'member-self': () => memberPage({ frame, member: self }),
    'member-last-owner': () => memberPage({ frame, member: { ...self, can: [] } }),
    'member-owner': () => memberPage({ frame, member: { ...self, isSelf: false, can: [] } }),
  }
}

function domainPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/domains')
  const value = 'recto-verification=7Hq2kZk81mWb5TcYx9PvRdNfQ3sLgA6e'
  const waiting: DomainsPageProps['domains'][number] = {
    id: 'd1',
    name: words.organization,
    verified: false,
    record: { type: 'TXT', name: words.organization, value },
    createdAt: at(1),
    verifiedAt: null,
  }
  const proven = { ...waiting, id: 'd2', name: 'xn--mnchen-3ya.example', verified: true, verifiedAt: at(30) }
  return {
    'domains-none': () => domainsPage({ frame, domains: [] }),
    domains: () => domainsPage({ frame, domains: [waiting, proven] }),
    'domains-again': () =>
      domainsPage({
        frame,
        domains: [proven],
        errors: [{ field: 'name', message: words.message }],
        values: { name: words.name },
      }),
    'domains-remove': () => removeDomainPage({ frame, domain: { ...proven, viewers: 3 } }),
    'domains-remove-waiting': () => removeDomainPage({ frame, domain: { ...waiting, viewers: 0 } }),
  }
}

function generalPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/general')
  const organization = { name: words.organization, plan: 'pro' as const }
  const ends = { members: 5, pages: 34 }
  return {
    general: () => generalPage({ frame, organization, ends }),
    'general-to-read': () => generalPage({ frame, organization, ends: null }),
    'general-again': () =>
      generalPage({
        ...{ frame, organization, ends },
        errors: [{ field: 'confirm', message: words.message }],
        values: { name: words.name, confirm: words.name },
      }),
  }
}

function rulePages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/policy')
  const policy = {
    allowPublic: true,
    allowExternalSharing: false,
    allowPreviewClaims: true,
    openNetwork: true,
    requireSignInProvider: false,
  }
  const reach = { public: 4, sharedOutside: 1, html: 21, members: 5 }
  const alone = { ...frame, organization: null, organizations: [], links: [] }
  const waiting = [{ id: 'o1', name: words.organization, deletesAt: ago(-13.5).toISOString() }]
  return {
    policy: () => policyPage({ frame, policy, reach, providers: true }),
    'policy-asks': () =>
      policyPage({
        ...{ frame, policy, reach, providers: true },
        question: { wanted: { allowPublic: false }, closes: ['2 pages close.'] },
      }),
    'policy-free': () => policyPage({ frame, policy, reach, providers: false }),
    'policy-for-members': () =>
      policyPage({ frame: { ...frame, waiting: 1 }, policy, reach: null, providers: true }),
    restore: () => restorePage({ frame: { ...alone, done: words.message }, waiting }),
    'restore-none': () => restorePage({ frame: alone, waiting: [] }),
  }
}

const sampleApps = (words: Words): App[] => [
  {
    id: 'a1',
    name: words.name,
    host: 'localhost:8917',
    organization: { id: 'o1', name: words.organization },
    scopes: ['artifacts:read', 'artifacts:write', 'comments:write'],
    createdAt: at(2),
    expiresAt: at(-28),
    lastUsedAt: at(0.01),
  },
  {
    id: 'a2',
    name: 'Builder',
    host: 'builder.example',
    organization: { id: 'o2', name: 'Acme' },
    scopes: ['org:read'],
    createdAt: at(30),
    expiresAt: at(-60),
    lastUsedAt: null,
  },
]

function accountingPages(assets: Assets, words: Words): Record<string, () => string> {
  return {
    ...usagePages(assets, words),
    ...statusPages(assets, words),
    ...auditPages(assets, words),
    ...connectPages(assets, words),
    apps: () => appsPage({ frame: sampleFrame(assets, words, '/app/apps'), apps: sampleApps(words) }),
    'apps-none': () => appsPage({ frame: sampleFrame(assets, words, '/app/apps'), apps: [] }),
  }
}

function connectPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/connect')
  const apps = sampleApps(words)
  const page = (id: string, since: Date) => () => {
    const client = clients.find(each => each.id === id)!
    return connectPage({ frame, client, since, apps })
  }
  return {
    connect: page('claude-code', ago(3)),
    'connect-waits': page('opencode', ago(0)),
    'connect-cursor': page('cursor', ago(0)),
    'connect-command-line': page('command-line', ago(0)),
    'connect-ci': page('ci', ago(0)),
  }
}

function statusPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/status')
  const status: StatusPageProps['status'] = {
    ...{ version: '1.4.0', schema: 5, nodes: 3, clockSkewMs: -140 },
    database: { answers: true, bytes: 812_000_000, connections: { open: 6, idle: 4, waiting: 0 } },
    files: { answers: true },
    mail: { waiting: 2, hasServer: true },
    webhooks: { waiting: 0 },
    jobs: ['mail', 'sweep', 'anchors of threads'].map(name => ({ name, isStuck: false, failures: 0 })),
    backup: { lastAt: ago(0.1).toISOString(), everyMinutes: 360 },
  }
  const failing: StatusPageProps['status'] = {
    ...{ ...status, nodes: 1, clockSkewMs: 7200 },
    database: { answers: false, bytes: null, connections: { open: 16, idle: 0, waiting: 31 } },
    files: { answers: false },
    mail: { waiting: null, hasServer: false },
    webhooks: { waiting: null },
    jobs: [
      { name: 'mail', isStuck: true, failures: 0 },
      { name: 'sweep', isStuck: false, failures: 12 },
    ],
    backup: { lastAt: ago(3).toISOString(), everyMinutes: 90 },
  }
  return {
    status: () => statusPage({ frame, status }),
    'status-failing': () => statusPage({ frame, status: failing }),
    'status-new': () =>
      statusPage({
        frame,
        status: { ...status, database: { ...status.database, connections: null }, backup: null },
      }),
  }
}

function usagePages(assets: Assets, words: Words): Record<string, () => string> {
  const row: NonNullable<UsagePageProps['used']['artifacts']>[number] = {
    shortId: 'aB3dEfGh1J',
    name: words.name,
    visibility: 'company',
    trashed: false,
    owner: { name: words.person, email: words.email },
    bytes: 48_211_000,
  }
  const frame = sampleFrame(assets, words, '/app/usage')
  const used: UsagePageProps['used'] = {
    plan: 'free',
    gated: { count: 2, limit: 3 },
    public: { count: 41 },
    trashed: { count: 3 },
    storageBytes: 91_400_000,
    fileSize: 10_485_760,
    members: { count: 5 },
    viewers: { count: 12 },
    artifacts: [
      row,
      { ...row, shortId: 'bB3dEfGh1J', visibility: 'private', bytes: 9_100_000 },
      { ...row, shortId: 'cB3dEfGh1J', visibility: 'public', owner: null, trashed: true, bytes: 310 },
    ],
  }
  const page = (more: Partial<UsagePageProps['used']>, pages = {}) =>
    usagePage({ frame, used: { ...used, ...more }, pages })
  const governed = {
    frame,
    artifact: { shortId: row.shortId, name: words.name, size: 48_211, owner: row.owner! },
  }
  return {
    usage: () => page({}, { next: '/app/usage?cursor=n' }),
    'usage-over': () => page({ gated: { count: 5, limit: 3 } }),
    'usage-for-members': () => page({ plan: 'pro', gated: { count: 9, limit: null }, artifacts: undefined }),
    'usage-none': () => page({ artifacts: [] }),
    governed: () => governedPage(governed),
    'governed-again': () =>
      governedPage({
        ...governed,
        errors: [{ field: 'owner', message: words.message }],
        values: { owner: words.email },
      }),
  }
}

function invitePages(assets: Assets, words: Words): Record<string, () => string> {
  const offer = {
    organization: { name: words.organization },
    email: words.email,
    role: 'admin' as const,
    invitedBy: { name: words.person },
    expiresAt: ago(-13).toISOString(),
  }
  const page = (state: InvitationState, errors = {}) =>
    invitationPage({ assets, path: '/invite/7Hq2kZ', state, ...errors })
  return {
    invite: () => page({ is: 'ready', offer, reader: words.email }),
    'invite-again': () =>
      page(
        { is: 'ready', offer, reader: words.email },
        { errors: [{ field: null, message: words.message }] },
      ),
    'invite-signed-out': () =>
      page({ is: 'open', offer, providers: [{ name: 'Google', href: '/auth/google' }] }),
    'invite-other': () => page({ is: 'other', offer, reader: words.email }),
    'invite-unknown': () => page({ is: 'unknown' }),
    'invite-expired': () => page({ is: 'expired', message: words.message }),
    'invite-accepted': () => page({ is: 'accepted' }),
  }
}
