// The pages of the documentation as tests show them: one of its pages, and what a search found.
import { docPage, docResultsPage } from '../../../src/surfaces/web/docs/docs-page.tsx'
import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'

const sections = [
  {
    title: 'Start',
    pages: [
      { path: '', title: 'How Recto works', summary: 'One file becomes one page.' },
      { path: 'start', title: 'Start in five minutes', summary: 'From nothing to a page.' },
    ],
  },
]

const html =
  '<h1 id="how">How Recto works</h1><p>One file becomes one page.</p><h2 id="a">Publish</h2><p>Send a file.</p><h2 id="b">Share</h2>'

/** `query` is what somebody searched for. */
export const sampleDocs = (assets: Assets, query: string): Record<string, () => string> => ({
  docs: () =>
    docPage({
      assets,
      sections,
      path: '',
      title: 'How Recto works',
      html,
      headings: [
        { id: 'a', text: 'Publish' },
        { id: 'b', text: 'Share' },
      ],
      next: sections[0]!.pages[1],
    }),
  'docs-results': () =>
    docResultsPage({
      assets,
      sections,
      query,
      results: [{ path: 'start#one', page: 'Start in five minutes', heading: 'One', text: 'Get it.' }],
    }),
})
