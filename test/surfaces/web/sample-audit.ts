// The pages of the audit log in every state.

import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import { type AuditEntry, auditPage } from '../../../src/surfaces/web/organization/audit.tsx'
import { sampleFrame } from './sample-frame.ts'
import { ago, type Words } from './sample-words.ts'

export function auditPages(assets: Assets, words: Words): Record<string, () => string> {
  const entry: AuditEntry = {
    id: 'a1',
    createdAt: ago(0.1),
    action: 'publish',
    subject: 'aB3dEfGh1J',
    subjectName: words.name,
    actor: { id: null, name: words.person, email: words.email },
    actorType: 'human',
    actorName: null,
    surface: 'web',
    client: words.name,
    byBrowser: true,
    details: { version: 1, name: words.name },
  }
  const found = {
    frame: sampleFrame(assets, words, '/app/audit'),
    entries: [
      entry,
      {
        ...entry,
        id: 'a2',
        action: 'update',
        actorType: 'agent' as const,
        actorName: words.person,
        surface: 'mcp',
      },
      {
        ...entry,
        id: 'a3',
        action: 'invite',
        subject: '0193a5c2',
        subjectName: null,
        surface: 'rest',
        details: {},
      },
      {
        ...entry,
        id: 'a4',
        action: 'something.new',
        actor: { id: null, name: 'The operator', email: null },
        surface: 'x',
      },
    ],
    filters: {},
    pages: { next: '/app/audit?cursor=n' },
    exports: { csv: '/app/audit/export.csv', json: '/app/audit/export.json' },
    keptDays: 30,
    views: false,
  }
  return {
    audit: () => auditPage(found),
    'audit-none': () => auditPage({ ...found, entries: [], keptDays: null, views: true }),
    'audit-again': () =>
      auditPage({
        ...found,
        entries: [],
        filters: { actor: words.email, subject: words.name, action: 'invite', from: '2026-11-01' },
        errors: [{ field: 'from', message: words.message }],
      }),
  }
}
