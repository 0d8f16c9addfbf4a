// Sharing on the page itself: the dialog is fetched when it is wanted first.

import { shareWords as words } from '../words/share.ts'

/** Opens the dialog for the page that the link leads to, with these addresses in its field. */
function open({ pathname }: HTMLAnchorElement, add?: string): void {
  import('./share-dialog.tsx')
    .then(({ openShare }) => openShare(pathname.slice(1), add))
    .then(forgetAsked)
    .catch(() => {
      document.querySelector('#status')!.textContent = words.notOpened
    })
}

/** A reload does not open the dialog again; what else is in the address is the page's own and stays letter by letter. */
function forgetAsked(): void {
  const parts = location.search.slice(1).split('&')
  const query = parts.filter(part => !new URLSearchParams(part).has('share')).join('&')
  history.replaceState(history.state, '', location.pathname + (query && `?${query}`) + location.hash)
}

document.addEventListener('click', event => {
  const target = event.target instanceof Element ? event.target : null
  const link = target?.closest<HTMLAnchorElement>('a[data-share]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  open(link)
})

/** Links of lists lead here, and those of requests for access, with the address of who asks. */
const asked = new URLSearchParams(location.search).get('share')
const link = document.querySelector<HTMLAnchorElement>('a[data-share]')
if (asked !== null && link) open(link, asked)
