// The editor's page: brings the source and, with it, the editor; the form stays where either does not come.

import { element } from '../artifact-viewer/notice.ts'
import { requestWords } from '../words/editor.ts'
import type { EditorPage } from './editor-page.ts'
import { fileAt } from './editor-requests.ts'

const host = document.querySelector<HTMLElement>('[data-editor]')!
const form = document.querySelector<HTMLFormElement>('form.editor')
const page = JSON.parse(host.dataset.editor!) as EditorPage

async function open(): Promise<void> {
  const [{ openSourceEditor: openDesk }, text] = await Promise.all([
    import('./source-editor.ts'),
    fileAt(page, page.version),
  ])
  form?.remove()
  document.querySelector('[data-without-editor]')?.remove()
  await openDesk(host, page, text)
  host.dataset.state = 'open'
}

open().catch(() => {
  form?.classList.remove('waits')
  host.replaceChildren(
    element('p', {
      className: 'hint',
      textContent: requestWords.notOpened,
    }),
  )
})
