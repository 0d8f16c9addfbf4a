// One thread in the panel: its quote, its comments, and what the reader may do with them.

import { element } from '../viewer/notice.ts'
import { bodyOf } from './body.ts'
import type { CommentRequests, Thread, Words } from './comment-requests.ts'
import { type Composer, composer } from './composer.ts'
import { anchorStateWords, authorOf, earlierOf, placeOf, quoteOf, timeOf } from './thread-words.ts'

export interface ThreadContext {
  shortId: string
  /** Names the reader among the drafts of this browser. */
  reader: string | null
  requests: CommentRequests
  /** Shows the list anew after `said` happened to the thread. */
  changed(threadId: string, said: string): Promise<void>
}

/** The thread as an article; every text of others is set as text. */
export function threadArticle(context: ThreadContext, thread: Thread): HTMLElement {
  const quote = quoteOf(thread)
  const earlier = earlierOf(thread)
  const standing = anchorStateWords(thread)
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
      comment(context, thread, thread),
      ...replies(context, thread),
      ...(standing ? [element('p', { className: 'standing', textContent: standing, dir: 'auto' })] : []),
      ...turns(context, thread),
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

function replies(context: ThreadContext, thread: Thread): HTMLElement[] {
  if (thread.replies.length === 0) return []
  const items = thread.replies.map(reply =>
    element('li', { id: `comment-${reply.id}`, tabIndex: -1 }, [
      element('p', { className: 'author', textContent: authorOf(reply), dir: 'auto' }),
      comment(context, thread, reply),
    ]),
  )
  const list = element('ol', { className: 'replies' }, items)
  list.setAttribute('aria-label', 'Replies')
  return [list]
}

function comment(context: ThreadContext, thread: Thread, words: Words): HTMLElement {
  const body = words.deleted
    ? element('p', { className: 'comment-body gone', textContent: 'Its author deleted it.' })
    : bodyOf(words.body, words.mentions)
  const link = element('a', { href: `#comment-${words.id}` }, [timeOf(words.createdAt)])
  link.setAttribute('aria-label', `Link to this comment of ${link.textContent}`)
  const about = element('p', { className: 'about' }, [link])
  if (words.editedAt) about.append(' · edited')
  const shown = element('div', { className: 'comment' }, [body, about])
  if (words.can.includes('edit')) shown.append(ownTools(context, thread, words, shown))
  return shown
}

function button(label: string, onClick: (from: HTMLButtonElement) => void): HTMLButtonElement {
  const made = element('button', { type: 'button', className: 'tool', textContent: label })
  made.addEventListener('click', () => onClick(made))
  return made
}

function ownTools(context: ThreadContext, thread: Thread, words: Words, shown: HTMLElement): HTMLElement {
  const tools = part('own', element('p', { className: 'own-tools' }))
  const edit = () => {
    const form = composer({
      label: 'Your comment',
      action: 'Save',
      draft: `${context.reader}-${context.shortId}-edit-${words.id}`,
      text: words.body,
      names: context.requests.names,
      send: text => context.requests.change(words.id, text),
      sent: () => context.changed(thread.id, 'Saved.'),
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
    button('Delete', () => askDelete(context, thread, words, tools)),
  )
  return tools
}

/** Asks once more in place: what is deleted does not come back. */
function askDelete(context: ThreadContext, thread: Thread, words: Words, tools: HTMLElement): void {
  const sure = part('own', element('p', { className: 'own-tools' }))
  const back = () => {
    sure.replaceWith(tools)
    tools.querySelector('button')!.focus()
  }
  const go = async () => {
    try {
      await context.requests.remove(words.id)
      sure.remove()
      await context.changed(thread.id, 'Deleted.')
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

function copyLink({ shortId }: ThreadContext, { id }: Thread): HTMLElement {
  const copy = element('button', { type: 'button', className: 'tool', textContent: 'Copy link' })
  copy.dataset.copy = `${location.origin}/${shortId}?thread=${id}`
  return copy
}

/** Reply, and resolve or reopen, each with words, one form at a time; and the link, for every reader. */
function turns(context: ThreadContext, thread: Thread): HTMLElement[] {
  const row = part('turns', element('p', { className: 'turns' }))
  if (thread.can.includes('reply')) row.append(...replyAndTurn(context, thread, row))
  row.append(copyLink(context, thread))
  return [row]
}

function replyAndTurn(context: ThreadContext, thread: Thread, row: HTMLElement): HTMLElement[] {
  const isOpen = thread.status === 'open'
  const [to, word, said] = isOpen
    ? (['resolve', 'Resolve', 'Resolved.'] as const)
    : (['reopen', 'Reopen', 'Open again.'] as const)
  const ask = (asked: Pick<Composer, 'label' | 'action' | 'optional' | 'send'>, done: string) => {
    const form = composer({
      ...asked,
      draft: `${context.reader}-${context.shortId}-reply-${thread.id}`,
      names: context.requests.names,
      sent: () => context.changed(thread.id, done),
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
    send: (text: string) => context.requests.reply(thread.id, text),
  }
  const turn = {
    label: 'An answer, if you like',
    action: word,
    optional: true,
    send: (text: string) => context.requests.turn(thread.id, to, text || undefined),
  }
  const buttons = {
    reply: button('Reply', () => ask(reply, 'Your reply is there.')),
    turn: button(word, () => ask(turn, said)),
  }
  for (const [name, made] of Object.entries(buttons)) made.dataset.turn = name
  return Object.values(buttons)
}
