// The key / leads to the search of pages, from wherever nobody is writing.

import { fieldOf } from './event-field.ts'

document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || fieldOf(event)) return
  event.preventDefault()
  const field = document.querySelector<HTMLInputElement>('#search')
  if (field) field.select()
  else location.href = '/app#search'
})

const focusSearch = () =>
  location.hash === '#search' && document.querySelector<HTMLElement>('#search')?.focus()
addEventListener('hashchange', focusSearch)
focusSearch()
