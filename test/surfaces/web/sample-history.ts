// The history of an artifact in every state.

import type { Assets } from '../../../src/surfaces/web/assets.ts'
import type { AnsweredThread } from '../../../src/surfaces/web/components/answered.tsx'
import type { HistoryRow } from '../../../src/surfaces/web/components/version-table.tsx'
import { type HistoryPageProps, historyPage } from '../../../src/surfaces/web/pages/history-page.tsx'
import { sampleFacts, sampleVersions } from './sample-artifacts.ts'
import { sampleFrame } from './sample-frame.ts'
import { url, type Words } from './sample-words.ts'

const sampleAnswered = (words: Words): AnsweredThread[] => [
  {
    id: 't1',
    url: `${url}/aB3dEfGh1J?thread=t1`,
    body: `${words.message} ${'and more '.repeat(30)}`,
    author: { name: words.person },
    anchor: { textQuote: { exact: words.name } },
    resolvedOnVersion: 4,
  },
  {
    id: 't2',
    url: `${url}/aB3dEfGh1J?thread=t2`,
    body: '',
    deleted: true,
    author: { name: 'Ben' },
    anchor: null,
    resolvedOnVersion: 4,
  },
]

const sampleHistory = (words: Words): HistoryRow[] =>
  sampleVersions(words).map((row, index) => ({
    ...row,
    sizeBefore: index === 0 ? 47_000 : null,
    answered: index === 0 ? sampleAnswered(words) : [],
  }))

/** Page by name. */
export function historyPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app')
  const page: HistoryPageProps = {
    frame,
    artifact: sampleFacts(words),
    rows: sampleHistory(words),
    pages: { next: '/app/artifacts/aB3dEfGh1J/history?cursor=2' },
    mayEdit: true,
  }
  const { sharedWith: _, ...read } = sampleFacts(words, { historyVisible: true })
  const first = sampleFacts(words, { version: 1, currentVersion: 1 })
  return {
    history: () => historyPage(page),
    'history-read': () => historyPage({ ...page, artifact: read, mayEdit: false, pages: {} }),
    'history-first': () => historyPage({ ...page, artifact: first, rows: sampleHistory(words).slice(1) }),
    'history-again': () => historyPage({ ...page, errors: [{ field: null, message: words.message }] }),
  }
}
