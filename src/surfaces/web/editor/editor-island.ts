// The editor's page: brings the source and, with it, the editor.

import { element } from '../layout/element.ts'
import { unopenedWords as words } from '../words/editor.ts'
import type { EditorPage } from './editor-page.ts'
import { fileAt } from './editor-requests.ts'

const host = document.querySelector<HTMLElement>('[data-editor]')!
const page = JSON.parse(host.dataset.editor!) as EditorPage

async function open(): Promise<void> {
  const [{ openSourceEditor: openDesk }, text] = await Promise.all([
    import('./source-editor.tsx'),
    fileAt(page, page.version),
  ])
  await openDesk(host, page, text)
  host.dataset.state = 'open'
}

open().catch(() => {
  const again = element('a', { className: 'button primary', href: location.href, textContent: words.again })
  const notice = element('div', { className: 'unopened' }, [
    element('p', { textContent: words.notOpened }),
    element('p', { className: 'actions' }, [again]),
  ])
  notice.setAttribute('role', 'alert')
  host.replaceChildren(notice)
})
