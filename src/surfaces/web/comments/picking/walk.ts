// Walking the threads by keyboard: one after the other, and what can be done with the one the reader stands on.

type Walk = 'next' | 'previous' | 'open' | 'reply' | 'turn'

const actions: ReadonlySet<string> = new Set<Walk>(['next', 'previous', 'open', 'reply', 'turn'])

export const isWalk = (action: string): action is Walk => actions.has(action)

/** False where there is nothing to do it with. */
export function walk(aside: HTMLElement, action: Walk, open: (threadId: string) => void): boolean {
  if (action === 'next' || action === 'previous') return step(aside, action === 'next' ? 1 : -1)
  const thread = here(aside)
  if (!thread) return false
  if (action === 'open') {
    open(thread.id.slice('comment-'.length))
    return true
  }
  const button = thread.querySelector<HTMLElement>(`[data-turn=${action}]`)
  button?.click()
  return button !== null
}

/** The thread that holds the focus, or else the one that is marked. */
const here = (aside: HTMLElement): HTMLElement | null =>
  (aside.contains(document.activeElement)
    ? document.activeElement!.closest<HTMLElement>('article.thread')
    : null) ?? aside.querySelector<HTMLElement>('article.thread[aria-current]')

function step(aside: HTMLElement, by: 1 | -1): boolean {
  const threads = [...aside.querySelectorAll<HTMLElement>('article.thread')]
  const from = here(aside)
  const next = from ? threads[threads.indexOf(from) + by] : threads.at(by === 1 ? 0 : -1)
  const target = next ?? from
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
  return threads.length > 0
}

/** Writes the thread into the address. */
export function nameInAddress(threadId: string): void {
  const address = new URL(location.href)
  address.searchParams.set('thread', threadId)
  address.hash = ''
  history.replaceState(history.state, '', address)
}
