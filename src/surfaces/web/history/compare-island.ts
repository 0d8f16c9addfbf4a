// The history: choosing what to compare with acts at once, and the page of a version is brought and marked.

import { h, hydrate } from 'preact'
import '../layout/save-at-once.ts'
import { MarkedPage } from './marked-page.tsx'
import { openMarked } from './open-marked.ts'

const host = document.querySelector<HTMLElement>('[data-marked-page]')
if (host) hydrate(h(MarkedPage, { ...JSON.parse(host.dataset.markedPage!), open: openMarked }), host)
document.querySelector('.version-row[aria-current]')?.scrollIntoView({ block: 'nearest' })
