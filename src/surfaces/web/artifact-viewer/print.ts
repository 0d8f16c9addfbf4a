// Prints the page itself, all of it, never the desk around it.

import type { Theme } from '../../viewer/protocol.ts'
import { drawDiagrams } from './diagrams.ts'
import { styleFrame } from './frame-styles.ts'
import { openFrame, type PageFrame } from './page-frame.ts'
import { pushContent } from './send-content.ts'
import type { ViewerPage } from './viewer-page.ts'

const light: Theme = 'light'

/** A frame that may open the dialog prints itself; otherwise the content goes into one that may, and runs no script. */
export async function printPage(page: ViewerPage, shown: PageFrame): Promise<void> {
  if (!page.printFrame) return printLight(shown)
  document.querySelector('.print-frame')?.remove()
  const title = `${page.name}, for printing`
  const frame = await openFrame({ ...page.printFrame, title, into: document.body, className: 'print-frame' })
  frame.element.tabIndex = -1
  frame.element.ariaHidden = 'true'
  styleFrame(frame)
  drawDiagrams(frame, page.drawingFrame)
  frame.on('loaded', () => frame.send({ type: 'print' }))
  const { signal } = new AbortController()
  const answer = await fetch(page.content, { credentials: 'same-origin', redirect: 'error' })
  await pushContent(frame, answer, { theme: light, address: '', signal, progress: () => undefined })
}

/** Paper is light: the page learns of it before, and of the reader's own choice after the dialog. */
function printLight(shown: PageFrame): void {
  const theme = (document.documentElement.dataset.theme ?? 'auto') as Theme
  shown.send({ type: 'theme', theme: light })
  shown.send({ type: 'print' })
  shown.send({ type: 'theme', theme })
}
