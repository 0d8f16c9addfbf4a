// The key / leads to the search of the page, from wherever nobody is writing; where there is none, it opens the palette.

import { fieldOf } from './event-field.ts'

document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || fieldOf(event)) return
  const field = document.querySelector<HTMLInputElement>('#search')
  if (!field) return
  event.preventDefault()
  field.select()
})

const focusSearch = () =>
  location.hash === '#search' && document.querySelector<HTMLElement>('#search')?.focus()
addEventListener('hashchange', focusSearch)
focusSearch()
