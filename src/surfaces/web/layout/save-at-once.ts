// Forms that save as soon as something in them changes; without a script they have a button.

import { fieldOf } from './event-field.ts'

/** Keeps which field was changed, so that the page that comes back has the focus there. */
const CHANGED = 'changed-field'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-save]')) {
  for (const button of form.querySelectorAll('button')) button.hidden = true
  form.addEventListener('change', event => {
    sessionStorage.setItem(CHANGED, fieldOf(event)?.id ?? '')
    form.requestSubmit()
  })
}

const changed = sessionStorage.getItem(CHANGED)
sessionStorage.removeItem(CHANGED)
if (changed) {
  const question = document.querySelector<HTMLElement>('[data-question]')
  const field = question ?? document.getElementById(changed)
  field?.focus()
}
