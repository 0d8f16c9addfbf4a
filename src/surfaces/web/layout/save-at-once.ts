// Forms that save as soon as something in them changes; without a script they have a button.

import { fieldOf } from './event-field.ts'

/** Keeps which field was changed, so that the page that comes back has the focus there. */
const CHANGED = 'changed-field'

/** Chosen before this script came, or put back by the browser: only the reader's press saves it. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) return field.checked !== field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return false
  const options = [...field.options]
  return options[field.selectedIndex] !== (options.find(option => option.defaultSelected) ?? options[0])
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-save]')) {
  const isSaved = ![...form.querySelectorAll('select, input')].some(isChanged)
  for (const button of form.querySelectorAll('button')) button.hidden = isSaved
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
