// The history: choosing what to compare with acts at once, and the two versions are brought and marked where they are shown as pages.

import '../layout/save-at-once.ts'
import { comparePages } from './compare-pages.ts'

const pages = document.querySelector<HTMLElement>('[data-compare]')
if (pages) comparePages(pages)
