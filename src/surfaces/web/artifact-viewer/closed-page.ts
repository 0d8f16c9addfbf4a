// Guards in the shell for a page that must not reach the network.

import type { FrameElement } from '../../viewer/frame.ts'
import { element } from '../layout/element.ts'
import { viewerWords } from '../words/viewer.ts'
import type { PageFrame } from './page-frame.ts'

/** Opens the page's links through a question, and only while the reader's own press in the page counts. */
export function guardClosedPage(frame: PageFrame, say: (text: string) => void): void {
  frame.on('link', ({ href }) => {
    if (!navigator.userActivation?.isActive) return
    import('./link-question.tsx')
      .then(({ askToOpen }) => askToOpen(href, frame, say))
      .catch(() => say(viewerWords.linkFailed))
  })
}

/** Says so where its scripts do not run, as they could not be kept from the network (contract section 9). */
export function noteWithoutScripts({ closed }: FrameElement, before: Element): void {
  if (!closed || 'trustedTypes' in window || document.querySelector('#without-scripts')) return
  const title = element('strong', { textContent: viewerWords.withoutScripts })
  const words = viewerWords.withoutScriptsHint
  const bar = element('section', { id: 'without-scripts', className: 'banner open' }, [
    element('div', {}, [element('p', {}, [title, document.createTextNode(words)])]),
  ])
  bar.ariaLabel = viewerWords.aboutScripts
  before.before(bar)
}
