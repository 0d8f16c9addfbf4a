// Asks every few seconds whether the client has connected, while somebody looks, and shows the answer in place.

import { fetchPage } from '../layout/fetch-page.ts'

/** Milliseconds between two questions, and until the page leaves the asking to its link. */
const PAUSE = 3000
const PATIENCE = 30 * 60_000

const region = document.querySelector<HTMLElement>('#connection')
const began = Date.now()

async function check(): Promise<void> {
  const address = region?.querySelector<HTMLAnchorElement>('[data-check]')?.href
  if (!region || !address || Date.now() - began > PATIENCE) return
  if (!document.hidden) show(region, await fetchPage(address))
  checkLater()
}

function checkLater(): void {
  setTimeout(() => void check().catch(reportError), PAUSE)
}

/** The region is spoken when it changes, so it changes once. */
function show(region: HTMLElement, page: Document | null): void {
  const answered = page?.querySelector('#connection')
  if (!answered || answered.querySelector('[data-check]')) return
  region.replaceChildren(...document.importNode(answered, true).childNodes)
}

checkLater()
document.querySelector('.tabs > [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
