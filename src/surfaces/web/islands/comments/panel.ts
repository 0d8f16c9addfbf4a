// The panel of comments: the list of threads, its filters, and the form for a new one.

import { element } from '../viewer/notice.ts'
import { composer } from './composer.ts'
import type { CommentsPage } from './page.ts'
import { type ThreadDesk, threadArticle } from './thread.ts'
import { commentsOf, type Filter, type Listed, Refused, type Thread } from './wire.ts'

const filters: [Filter, string, empty: string][] = [
  ['open', 'Open', 'No open comments.'],
  ['resolved', 'Resolved', 'Nothing is resolved yet.'],
  ['detached', 'Detached', 'No comment has lost its text.'],
  ['mine', 'Mine', 'You wrote nothing here yet.'],
]

export interface Panel {
  /** Lists the threads anew. */
  refresh(): Promise<void>
  /** Shows the comment with this id, whatever filter holds it; false where there is none. */
  reveal(id: string): Promise<boolean>
  /** Takes the reader to the field for a new comment. */
  write(): void
}

/** Fills `aside`; `counted` hears how many threads are open. */
export function openPanel(aside: HTMLElement, page: CommentsPage, counted: (open: number) => void): Panel {
  const wire = commentsOf(page.shortId)
  const list = element('div', { className: 'threads' })
  const live = element('p', { className: 'visually-hidden' })
  live.setAttribute('role', 'status')
  let filter: Filter = 'open'

  const desk: ThreadDesk = {
    shortId: page.shortId,
    wire,
    may: page.may,
    changed: async (threadId, said) => {
      await refresh()
      live.textContent = said
      focusOn(list.querySelector(`#comment-${CSS.escape(threadId)}`) ?? aside.querySelector('h2')!)
    },
  }
  const refresh = async () => {
    if (!page.sees) return
    await listing(
      () => wire.list(filter),
      listed => {
        list.replaceChildren(...(listed.data.length ? [] : [nothing(filter)]))
        add(listed)
      },
    )
    await recount()
  }
  const recount = async () => {
    const { totalCount } = await wire.list('open', null, 1).catch(() => ({ totalCount: -1 }))
    if (totalCount >= 0) counted(totalCount)
  }
  const add = (listed: Listed) => {
    list.append(...listed.data.map(thread => threadArticle(desk, thread)))
    if (listed.nextCursor) list.append(moreButton(listed.nextCursor))
  }
  const moreButton = (cursor: string) => {
    const more = element('button', { type: 'button', className: 'button', textContent: 'Show more' })
    more.addEventListener('click', () =>
      listing(
        () => wire.list(filter, cursor),
        listed => {
          more.remove()
          const first = list.childElementCount
          add(listed)
          focusOn(list.children[first] ?? null)
        },
      ),
    )
    return more
  }
  const listing = async (ask: () => Promise<Listed>, show: (listed: Listed) => void) => {
    list.setAttribute('aria-busy', 'true')
    try {
      show(await ask())
    } catch (problem) {
      list.replaceChildren(failure(problem, () => void refresh()))
    } finally {
      list.removeAttribute('aria-busy')
    }
  }
  const choose = (chosen: Filter) => {
    filter = chosen
    for (const button of bar.querySelectorAll<HTMLElement>('button'))
      button.setAttribute('aria-pressed', String(button.dataset.filter === chosen))
    return refresh()
  }
  const bar = filterBar(page, chosen => void choose(chosen))
  const form = page.may
    ? newThread(page, wire, async thread => {
        if (filter !== 'mine') await choose('open')
        await desk.changed(thread.id, 'Your comment is there.')
      })
    : null
  aside.replaceChildren(head(aside), bar, ...(form ? [form] : [refusal(page)]), list, live)

  return {
    refresh,
    write: () => (form?.querySelector('textarea') ?? aside.querySelector<HTMLElement>('h2'))?.focus(),
    async reveal(id) {
      const thread = page.sees ? await find(wire, id) : null
      if (!thread) {
        live.textContent = 'That comment is not here. It may have been deleted.'
        return false
      }
      await choose(thread.status)
      const escaped = `#comment-${CSS.escape(id)}`
      if (!list.querySelector(escaped)) list.prepend(threadArticle(desk, thread))
      focusOn(list.querySelector(escaped))
      return true
    },
  }
}

function head(aside: HTMLElement): HTMLElement {
  const close = element('button', { type: 'button', className: 'tool', textContent: 'Close' })
  close.addEventListener('click', () =>
    aside.dispatchEvent(new CustomEvent('recto:close-comments', { bubbles: true })),
  )
  return element('div', { className: 'panel-head' }, [
    element('h2', { id: 'comments-title', textContent: 'Comments', tabIndex: -1 }),
    close,
  ])
}

function filterBar(page: CommentsPage, choose: (filter: Filter) => void): HTMLElement {
  const shown = filters.filter(([name]) => name !== 'mine' || page.may)
  const buttons = shown.map(([name, label]) => {
    const button = element('button', { type: 'button', className: 'tool', textContent: label })
    button.dataset.filter = name
    button.setAttribute('aria-pressed', String(name === 'open'))
    button.addEventListener('click', () => choose(name))
    return button
  })
  const bar = element('div', { className: 'comment-filters' }, buttons)
  bar.setAttribute('role', 'group')
  bar.setAttribute('aria-label', 'Which comments')
  bar.hidden = !page.sees
  return bar
}

const newThread = (
  page: CommentsPage,
  wire: ReturnType<typeof commentsOf>,
  done: (thread: Thread) => Promise<void>,
): HTMLFormElement =>
  composer({
    label: 'Comment on the whole page',
    action: 'Comment',
    draft: `${page.shortId}-new`,
    send: text => wire.begin(text),
    sent: thread => done(thread as Thread),
  })

/** Why the reader cannot write, and what would help. */
function refusal({ signIn, sees }: CommentsPage): HTMLElement {
  const unseen = sees ? '' : ' The comments of this page are for them alone.'
  if (!signIn)
    return element('p', {
      className: 'refusal',
      textContent: `You can read this page, but only members of its organization comment. Ask its owner to invite you.${unseen}`,
    })
  return element('p', { className: 'refusal' }, [
    document.createTextNode(`Members of its organization comment on this page.${unseen} `),
    element('a', { href: signIn, textContent: 'Sign in to comment' }),
  ])
}

const nothing = (filter: Filter): HTMLElement =>
  element('p', { className: 'none', textContent: filters.find(([name]) => name === filter)![2] })

function failure(problem: unknown, again: () => void): HTMLElement {
  const text = problem instanceof Refused ? problem.message : 'The comments could not be read.'
  const retry = element('button', { type: 'button', className: 'button', textContent: 'Try again' })
  retry.addEventListener('click', again)
  const shown = element('div', { className: 'none' }, [element('p', { textContent: text }), retry])
  shown.setAttribute('role', 'alert')
  return shown
}

/** The thread that holds the comment, looked for in all of them. */
async function find(wire: ReturnType<typeof commentsOf>, id: string): Promise<Thread | null> {
  const holds = (thread: Thread) => thread.id === id || thread.replies.some(reply => reply.id === id)
  let cursor: string | null = null
  try {
    do {
      const listed: Listed = await wire.list('all', cursor, 100)
      const found = listed.data.find(holds)
      if (found) return found
      cursor = listed.nextCursor
    } while (cursor)
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem
  }
  return null
}

function focusOn(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
