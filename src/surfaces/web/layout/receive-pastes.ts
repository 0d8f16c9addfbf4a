// Publishes what is pasted outside a field, after one question. For pages on which a reader can mean nothing else.

import { fieldOf } from './event-field.ts'

document.addEventListener('paste', event => {
  const { clipboardData } = event
  if (!clipboardData || event.defaultPrevented || fieldOf(event)) return
  const [files, text] = [[...clipboardData.files], clipboardData.getData('text/plain')]
  if (files.length === 0 && text.trim() === '') return
  event.preventDefault()
  import('./uploads.tsx').then(({ ask }) => ask(files.length > 0 ? files : text)).catch(reportError)
})
