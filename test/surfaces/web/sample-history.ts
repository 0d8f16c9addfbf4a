// The history of an artifact, two of its versions compared, and its sharing, in every state.

import type { Comparison } from '../../../src/content/diff/comparison.ts'
import type { AnsweredThread } from '../../../src/surfaces/web/comments/answered-threads.tsx'
import { type HistoryPageProps, historyPage } from '../../../src/surfaces/web/history/history-page.tsx'
import type { MarkedPageProps } from '../../../src/surfaces/web/history/marked-page.tsx'
import type { HistoryRow, VersionRow } from '../../../src/surfaces/web/history/version-rail.tsx'
import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import type { Frame } from '../../../src/surfaces/web/layout/dashboard-layout.tsx'
import { plain } from '../../../src/surfaces/web/layout/text.ts'
import { sampleFacts, sampleVersions } from './sample-artifacts.ts'
import { sampleFrame } from './sample-frame.ts'
import { url, type Words } from './sample-words.ts'

const sampleAnswered = (words: Words): AnsweredThread[] => [
  {
    id: 't1',
    url: `${url}/aB3dEfGh1J?thread=t1`,
    body: `${words.message} ${'and more '.repeat(30)}`,
    mentions: [],
    author: { kind: 'member', name: words.person, color: 3 },
    actorType: 'human',
    actorName: null,
    anchor: { textQuote: { exact: words.name } },
    resolvedOnVersion: 4,
  },
  {
    id: 't2',
    url: `${url}/aB3dEfGh1J?thread=t2`,
    body: '',
    mentions: [],
    deleted: true,
    author: { kind: 'member', name: 'Ben', color: 5 },
    actorType: 'human',
    actorName: null,
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

const piece = (text: string) => ({ number: 3, pieces: [{ text }] })

const sampleComparison = (words: Words): Comparison => ({
  changes: 2,
  removed: 1,
  added: 2,
  unshown: 3,
  blocks: [
    { kind: 'same', from: 1, to: 1, count: 400, folded: true },
    { kind: 'same', from: 401, to: 401, count: 1, folded: false, lines: [piece(words.message)] },
    {
      kind: 'changed',
      left: 2,
      removed: [
        {
          number: 402,
          pieces: [{ text: 'The ' }, { text: words.name, changed: true }, { text: ' it was', left: 900 }],
          end: 'no line break',
        },
      ],
      added: [
        {
          number: 402,
          pieces: [{ text: 'The ' }, { text: words.message, changed: true }, { text: ' it is' }],
        },
        piece(`A long line ${'of words '.repeat(60)}`),
      ],
    },
    { kind: 'same', from: 403, to: 404, count: 2, folded: true, lines: [piece(words.name), piece('')] },
  ],
})

const sampleMarked = (words: Words): MarkedPageProps => {
  const src = 'https://aB3dEfGh1J.recto-content.example/frame/0000000000000000/compare'
  return {
    frame: { src, fallback: src, sandbox: 'allow-scripts', allow: '' },
    title: `${plain(words.name)}, version 4`,
    content: '/aB3dEfGh1J/content?version=4',
    marks: { type: 'marks', root: 'page', length: 40, marks: [[3, 9, plain(words.name)]] },
    unshown: 2,
    from: 3,
    to: 4,
  }
}

function versionPages(frame: Frame, words: Words): Record<string, () => string> {
  const [to, from] = sampleVersions(words) as [VersionRow, VersionRow]
  const page: HistoryPageProps = {
    frame,
    artifact: sampleFacts(words),
    rows: sampleHistory(words),
    pages: { next: '/app/artifacts/aB3dEfGh1J/history?cursor=2' },
    from,
    to,
    view: 'page',
    comparison: { marked: sampleMarked(words) },
    answered: sampleAnswered(words),
  }
  const { sharedWith: _, ...read } = sampleFacts(words, { historyVisible: true, can: ['comment', 'history'] })
  const none = { changes: 0, removed: 0, added: 0, unshown: 0, blocks: [] }
  const older = { ...to, current: false }
  const first = { ...to, version: 1, restoredFrom: 4 }
  return {
    history: () => historyPage({ ...page, to: older }),
    'history-read': () => historyPage({ ...page, artifact: read, pages: {} }),
    'history-restored': () => historyPage({ ...page, to: { ...to, restoredFrom: 2 }, isRestored: true }),
    'history-first': () => historyPage({ ...page, from: first, to: first, answered: [], pages: {} }),
    'history-again': () => historyPage({ ...page, errors: [{ field: null, message: words.message }] }),
    compare: () => historyPage({ ...page, view: 'split', comparison: { source: sampleComparison(words) } }),
    'compare-unified': () =>
      historyPage({ ...page, view: 'unified', comparison: { source: sampleComparison(words) } }),
    'compare-same': () => historyPage({ ...page, view: 'split', comparison: { source: none } }),
    'compare-large': () => historyPage({ ...page, comparison: 'large' }),
    'compare-slow': () => historyPage({ ...page, comparison: 'slow' }),
  }
}

/** Page by name. */
export function historyPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app')
  return versionPages(frame, words)
}
