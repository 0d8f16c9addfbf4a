// One thread in the panel: its quote, its comments, and what the reader may do with them.

import { element } from '../viewer/notice.ts'
import { bodyOf } from './body.ts'
import { type Composer, composer } from './composer.ts'
import { authorOf, earlierOf, placeOf, quoteOf, standingOf, timeOf } from './thread-words.ts'
import type { CommentsWire, Thread, Words } from './wire.ts'

export interface ThreadDesk {
  shortId: string
  /** Names the reader among the drafts of this browser. */
  reader: string | null
  wire: CommentsWire
  /** Shows the list anew after `said` happened to the thread. */
  changed(threadId: string, said: string): Promise<void>
}

/** The thread as an article; every text of others is set as text. */
export function threadArticle(desk: ThreadDesk, thread: Thread): HTMLElement {
  const quote = quoteOf(thread)
  const earlier = earlierOf(thread)
  const standing = standingOf(thread)
  const heading = element('h3', { id: `heading-${thread.id}`, textContent: headingOf(thread), dir: 'auto' })
  const article = element(
    'article',
    { id: `comment-${thread.id}`, className: `thread ${thread.status}`, tabIndex: -1 },
    [
      heading,
      element('p', { className: `place ${thread.anchorState}`, textContent: placeOf(thread), dir: 'auto' }),
      ...(quote ? [element('blockquote', { textContent: quote, dir: 'auto' })] : []),
      ...(earlier
        ? [element('p', { className: 'earlier', textContent: `It was: “${earlier}”`, dir: 'auto' })]
        : []),
      ...places(thread),
      comment(desk, thread, thread),
      ...replies(desk, thread),
      ...(standing ? [element('p', { className: 'standing', textContent: standing, dir: 'auto' })] : []),
      ...turns(desk, thread),
    ],
  )
  article.dataset.created = thread.createdAt
  article.setAttribute('aria-labelledby', heading.id)
  return article
}

/** To what it is about in the page, or to something else where that is gone. */
function places(thread: Thread): HTMLElement[] {
  const { id, anchor, anchorState, status, can } = thread
  if (anchor === null) return []
  const isGone = anchorState === 'orphaned'
  const words = quoteOf(thread) !== null
  const attach = words ? 'recto:attach' : 'recto:attach-part'
  const [label, event] = isGone ? ['Attach again', attach] : ['Show in page', 'recto:show-passage']
  if (isGone && (!can.includes('resolve') || status === 'resolved')) return []
  const tell = (from: HTMLElement) =>
    from.dispatchEvent(new CustomEvent(event, { bubbles: true, detail: id }))
  return [part('places', element('p', { className: 'place-tools' }, [button(label, tell)]))]
}

/** Names what stands for the same thing before and after a change, a row of buttons and the form in its place. */
function part<E extends HTMLElement>(name: string, made: E): E {
  made.dataset.part = name
  return made
}

const headingOf = (thread: Thread): string => (thread.deleted ? 'Deleted comment' : authorOf(thread))

function replies(desk: ThreadDesk, thread: Thread): HTMLElement[] {
  if (thread.replies.length === 0) return []
  const items = thread.replies.map(reply =>
    element('li', { id: `comment-${reply.id}`, tabIndex: -1 }, [
      element('p', { className: 'author', textContent: authorOf(reply), dir: 'auto' }),
      comment(desk, thread, reply),
    ]),
  )
  const list = element('ol', { className: 'replies' }, items)
  list.setAttribute('aria-label', 'Replies')
  return [list]
}

function comment(desk: ThreadDesk, thread: Thread, words: Words): HTMLElement {
  const body = words.deleted
    ? element('p', { className: 'comment-body gone', textContent: 'Its author deleted it.' })
    : bodyOf(words.body, words.mentions)
  const link = element('a', { href: `#comment-${words.id}` }, [timeOf(words.createdAt)])
  link.setAttribute('aria-label', `Link to this comment of ${link.textContent}`)
  const about = element('p', { className: 'about' }, [link])
  if (words.editedAt) about.append(' · edited')
  const shown = element('div', { className: 'comment' }, [body, about])
  if (words.can.includes('edit')) shown.append(ownTools(desk, thread, words, shown))
  return shown
}

function button(label: string, onClick: (from: HTMLButtonElement) => void): HTMLButtonElement {
  const made = element('button', { type: 'button', className: 'tool', textContent: label })
  made.addEventListener('click', () => onClick(made))
  return made
}

function ownTools(desk: ThreadDesk, thread: Thread, words: Words, shown: HTMLElement): HTMLElement {
  const tools = part('own', element('p', { className: 'own-tools' }))
  const edit = () => {
    const form = composer({
      label: 'Your comment',
      action: 'Save',
      draft: `${desk.reader}-${desk.shortId}-edit-${words.id}`,
      text: words.body,
      names: desk.wire.names,
      send: text => desk.wire.change(words.id, text),
      sent: () => desk.changed(thread.id, 'Saved.'),
      cancel: () => {
        form.replaceWith(tools)
        tools.querySelector('button')!.focus()
      },
    })
    tools.replaceWith(part('own', form))
    shown.append(form)
    form.querySelector('textarea')!.focus()
  }
  tools.append(
    button('Edit', edit),
    button('Delete', () => askDelete(desk, thread, words, tools)),
  )
  return tools
}

/** Asks once more in place: what is deleted does not come back. */
function askDelete(desk: ThreadDesk, thread: Thread, words: Words, tools: HTMLElement): void {
  const sure = part('own', element('p', { className: 'own-tools' }))
  const back = () => {
    sure.replaceWith(tools)
    tools.querySelector('button')!.focus()
  }
  const go = async () => {
    try {
      await desk.wire.remove(words.id)
      sure.remove()
      await desk.changed(thread.id, 'Deleted.')
    } catch (problem) {
      const error = element('span', { className: 'field-error', textContent: (problem as Error).message })
      error.setAttribute('role', 'alert')
      sure.append(error)
    }
  }
  sure.append(
    'Delete it for good? ',
    button('Yes, delete', () => void go()),
    button('Keep it', back),
  )
  tools.replaceWith(sure)
  sure.querySelector('button')!.focus()
}

function copyLink({ shortId }: ThreadDesk, { id }: Thread): HTMLElement {
  const copy = element('button', { type: 'button', className: 'tool', textContent: 'Copy link' })
  copy.dataset.copy = `${location.origin}/${shortId}?thread=${id}`
  return copy
}

/** Reply, and resolve or reopen, each with words, one form at a time; and the link, for every reader. */
function turns(desk: ThreadDesk, thread: Thread): HTMLElement[] {
  const row = part('turns', element('p', { className: 'turns' }))
  if (thread.can.includes('reply')) row.append(...replyAndTurn(desk, thread, row))
  row.append(copyLink(desk, thread))
  return [row]
}

function replyAndTurn(desk: ThreadDesk, thread: Thread, row: HTMLElement): HTMLElement[] {
  const isOpen = thread.status === 'open'
  const [to, word, said] = isOpen
    ? (['resolve', 'Resolve', 'Resolved.'] as const)
    : (['reopen', 'Reopen', 'Open again.'] as const)
  const ask = (asked: Pick<Composer, 'label' | 'action' | 'optional' | 'send'>, done: string) => {
    const form = composer({
      ...asked,
      draft: `${desk.reader}-${desk.shortId}-reply-${thread.id}`,
      names: desk.wire.names,
      sent: () => desk.changed(thread.id, done),
      cancel: () => {
        form.replaceWith(row)
        row.querySelector('button')!.focus()
      },
    })
    row.replaceWith(part('turns', form))
    form.querySelector('textarea')!.focus()
  }
  const reply = {
    label: 'Your reply',
    action: 'Reply',
    send: (text: string) => desk.wire.reply(thread.id, text),
  }
  const turn = {
    label: 'An answer, if you like',
    action: word,
    optional: true,
    send: (text: string) => desk.wire.turn(thread.id, to, text || undefined),
  }
  const buttons = {
    reply: button('Reply', () => ask(reply, 'Your reply is there.')),
    turn: button(word, () => ask(turn, said)),
  }
  for (const [name, made] of Object.entries(buttons)) made.dataset.turn = name
  return Object.values(buttons)
}
