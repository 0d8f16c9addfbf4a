// The pages of artifacts in every state, with whatever words one likes in the places that people write to.

import type { PresentedArtifact } from '../../../src/operations/artifacts/artifact-answer.ts'
import type { ArtifactRow } from '../../../src/surfaces/web/artifact-list/artifact-rows.tsx'
import { artifactsPage } from '../../../src/surfaces/web/artifact-list/artifacts-page.tsx'
import { trashPage } from '../../../src/surfaces/web/artifact-list/trash.tsx'
import {
  type ArtifactSettingsProps,
  artifactSettingsPage,
} from '../../../src/surfaces/web/artifact-settings/artifact-settings-page.tsx'
import { editPage, tooLargePage } from '../../../src/surfaces/web/editor/edit-page.tsx'
import type { EditorPage } from '../../../src/surfaces/web/editor/editor-page.ts'
import type { VersionRow } from '../../../src/surfaces/web/history/version-rail.tsx'
import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import type { Frame } from '../../../src/surfaces/web/layout/dashboard-layout.tsx'
import { plain } from '../../../src/surfaces/web/layout/text.ts'
import { sampleFrame } from './sample-frame.ts'
import { ago, url, type Words } from './sample-words.ts'

export const sampleFacts = (words: Words, more: Partial<PresentedArtifact> = {}): PresentedArtifact => ({
  shortId: 'aB3dEfGh1J',
  url: `${url}/aB3dEfGh1J`,
  name: words.name,
  version: 4,
  currentVersion: 4,
  format: 'markdown',
  visibility: 'company',
  sharedWith: [words.email, 'ben@elsewhere.example'],
  theme: 'github',
  size: 48_211,
  sha256: '0'.repeat(64),
  labels: [words.message, 'finance'],
  openThreadCount: 0,
  historyVisible: false,
  owner: { kind: 'person', name: words.person, email: words.email },
  organization: { id: 'o1', name: words.organization },
  can: ['comment', 'edit', 'share', 'settings', 'transfer', 'delete', 'history'],
  createdAt: ago(12).toISOString(),
  updatedAt: ago(0.13).toISOString(),
  updatedBy: { name: words.person, actorType: 'agent', actorName: words.name },
  expiresAt: ago(-12).toISOString(),
  ...more,
})

function sampleRows(words: Words): ArtifactRow[] {
  const { sharedWith: _, updatedBy: __, ...facts } = sampleFacts(words)
  const plain = {
    labels: [],
    expiresAt: null,
    updatedBy: { name: 'Ben', actorType: 'human', actorName: null } as const,
  }
  const drawing = `#0a7f63|M5 16h6v6h-6zM13 16h6v6h-6z||M5 36h3v12h-3zM9.2 39h3v9h-3zM13.4 34h3v14h-3z|||M6.3 8h13|`
  return [
    { ...sampleFacts(words), drawing, opening: words.message },
    sampleFacts(words, {
      ...plain,
      shortId: 'Ck8sWq2mZt',
      name: 'Release notes',
      visibility: 'public',
      sharedWith: [],
      size: 912,
    }),
    sampleFacts(words, {
      ...plain,
      shortId: 'Pn4vRb7yHd',
      name: 'A name that somebody made much longer than anybody would like to read on a telephone',
      visibility: 'private',
      sharedWith: [],
      version: 128,
      size: 9_400_000,
    }),
    {
      ...{ ...facts, ...plain, shortId: 'Xy5uTe9kLs', name: 'Onboarding', visibility: 'company' },
      ...{ drawing: null, opening: 'What a new colleague reads first.' },
    },
  ]
}

export const sampleVersions = (words: Words): VersionRow[] => [
  {
    ...{
      version: 4,
      current: true,
      author: { name: words.person, color: 2 },
      actorType: 'agent',
      actorName: words.name,
    },
    ...{ note: words.message, size: 48_211, restoredFrom: null, createdAt: ago(0.13).toISOString() },
  },
  {
    ...{ version: 3, current: false, author: { name: 'Ben', color: 2 }, actorType: 'human', actorName: null },
    ...{ note: null, size: 47_000, restoredFrom: 1, createdAt: ago(3).toISOString() },
  },
]

function trashPages(frame: Frame, words: Words): Record<string, () => string> {
  const rows = sampleRows(words).map((row, index) => ({ ...row, trashedAt: ago(index * 9).toISOString() }))
  const errors = [{ field: null, message: words.message }]
  return {
    trash: () => trashPage({ frame, rows, pages: { next: '/app/trash?cursor=2' } }),
    'trash-again': () => trashPage({ frame, rows, errors }),
    'trash-none': () => trashPage({ frame, rows: [] }),
  }
}

function editPages(frame: Frame, words: Words): Record<string, () => string> {
  const shown = { src: `${url}/`, fallback: `${url}/`, sandbox: 'allow-scripts', allow: '' }
  const editor: EditorPage = {
    ...{ shortId: 'aB3dEfGh1J', name: plain(words.name), format: 'markdown', version: 4 },
    ...{
      reader: 'p1',
      avatar: { name: 'Ana', color: 1 },
      organization: 'o1',
      frame: shown,
      drawingFrame: shown,
      textFrame: null,
      inPlace: false,
    },
  }
  return {
    edit: () => editPage({ frame, editor }),
    'edit-too-large': () => tooLargePage({ frame, shortId: 'aB3dEfGh1J', name: words.name }),
  }
}

/** Page by name. */
export function artifactPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app')
  const list = { frame, rows: sampleRows(words), filters: {}, mayPublish: true }
  const detail: ArtifactSettingsProps = {
    frame,
    artifact: sampleFacts(words),
    members: [{ name: words.person, email: words.email }],
  }
  const { sharedWith: _, ...read } = sampleFacts(words, { can: ['comment'] })
  const effects = {
    gains: [{ kind: 'person' as const, text: words.email, count: 1, addresses: [words.email] }],
    loses: [
      {
        kind: 'members' as const,
        text: `members of ${words.organization} (2)`,
        count: 2,
        addresses: [words.email, 'ben@acme.example'],
      },
    ],
  }
  const show = (more: Partial<ArtifactSettingsProps>) => () => artifactSettingsPage({ ...detail, ...more })
  return {
    artifacts: () => artifactsPage({ ...list, pages: { next: '/app?cursor=2', first: '/app' } }),
    'artifacts-leaves': () =>
      artifactsPage({ ...list, filters: { view: 'leaves' }, counts: { all: 24, mine: 4, shared: 6 } }),
    'artifacts-none': () => artifactsPage({ ...list, rows: [] }),
    'artifacts-none-viewer': () => artifactsPage({ ...list, rows: [], mayPublish: false }),
    'artifacts-filtered': () =>
      artifactsPage({ ...list, filters: { owner: 'me', visibility: 'company', label: words.message } }),
    'artifacts-no-fit': () => artifactsPage({ ...list, rows: [], filters: { label: words.message } }),
    'artifacts-found': () =>
      artifactsPage({
        ...list,
        q: words.name,
        rows: list.rows.map(row => ({ ...row, snippet: `… ${words.message} …` })),
      }),
    'artifacts-found-none': () => artifactsPage({ ...list, q: words.name, rows: [] }),
    'artifact-settings': show({
      access: { email: words.email, canOpen: true, reasons: [{ code: 'named', sentence: words.message }] },
    }),
    ...editPages(frame, words),
    ...trashPages(sampleFrame(assets, words, '/app/trash'), words),
    'artifact-settings-read': show({ artifact: read }),
    'artifact-settings-transfer': show({ owner: words.email, effects }),
    'artifact-settings-again': show({
      owner: words.message,
      access: { email: words.email, error: words.message },
      errors: [{ field: 'owner', message: `${words.message} owner` }],
    }),
  }
}
