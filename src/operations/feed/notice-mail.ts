// The words of mails about threads: one for each thread, or one for the day.
import { readMentions } from '../../content/markdown/comment-markdown.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { type Authorship, authorWords } from '../../domain/author-words.ts'
import { byWeight, type NoticeKind, type NoticePace } from '../../domain/notification.ts'
import { plain, plainLines } from '../../domain/plain-text.ts'
import { markedMention } from './mail.ts'

/** The happenings in one thread, as far as its reader may know. */
export interface NoticeEntry {
  artifact: Pick<Artifact, 'shortId' | 'name'>
  threadId: string
  /** The passage the thread is about, if it is about one. */
  quote: string | null
  happened: readonly {
    kind: NoticeKind
    by: Authorship
    body: string | null
    /** The words of the body that name members. */
    mentions: readonly string[]
  }[]
}

export interface Letter {
  subject: string
  lines: string[]
}

const deeds: Record<NoticeKind, string> = {
  mentioned: 'mentioned you',
  opened: 'commented',
  resolved: 'resolved a thread',
  reopened: 'opened a thread again',
  replied: 'replied',
}

/** Characters of a comment in a mail of its own, in one for a day, and of each name in a subject. */
const longest = { body: 2000, line: 200, name: 80 }

/** The mails about these threads at that pace; `stop` is the address that stops them. */
export function lettersOf(
  pace: NoticePace,
  stories: readonly NoticeEntry[],
  url: string,
  stop: string,
): Letter[] {
  const letters = pace === 'daily' ? [dayLetter(stories, url)] : stories.map(story => letterOf(story, url))
  return letters.map(({ subject, lines }) => ({
    subject,
    lines: [...lines, '', `Unsubscribe: ${stop}`],
  }))
}

function letterOf(story: NoticeEntry, url: string): Letter {
  const first = story.happened.toSorted((a, b) => byWeight(a.kind, b.kind))[0]!
  return {
    subject: `${sentence(first)} on ${nameOf(story)}`,
    lines: [
      ...story.happened.flatMap(each => [`${sentence(each)}${each.body ? ':' : '.'}`, ...bodyOf(each), '']),
      ...(story.quote ? [`About: “${shortened(plain(story.quote), longest.line)}”`, ''] : []),
      addressOf(story, url),
    ],
  }
}

function dayLetter(stories: readonly NoticeEntry[], url: string): Letter {
  const pages = new Set(stories.map(({ artifact }) => artifact.shortId)).size
  const threads = stories.length === 1 ? '1 thread' : `${stories.length} threads`
  return {
    subject: `News in ${threads} on ${pages === 1 ? nameOf(stories[0]!) : `${pages} pages`}`,
    lines: stories.flatMap((story, index) => [
      ...(index > 0 ? [''] : []),
      nameOf(story),
      ...story.happened.map(
        each => sentence(each) + (each.body ? `: ${lineOf(each.body, each.mentions)}` : '.'),
      ),
      addressOf(story, url),
    ]),
  }
}

const addressOf = ({ artifact, threadId }: NoticeEntry, url: string): string =>
  `${url}/${artifact.shortId}?thread=${threadId}`

const nameOf = ({ artifact }: NoticeEntry): string => quotedName(artifact.name)

/** The name of an artifact within a sentence. */
export const quotedName = (name: string): string => `“${named(name)}”`

const named = (name: string): string => shortened(plain(name), longest.name)

const sentence = ({ kind, by }: NoticeEntry['happened'][number]): string =>
  `${senderWords(by)} ${deeds[kind]}`

/** Names the author of a deed, each name no longer than fits a subject. */
export const senderWords = (by: Authorship): string => authorWords(by, named)

const lineOf = (body: string, mentions: readonly string[]): string =>
  beginningOf(partsOf(body, mentions).map(plain), longest.line)

/** Its Markdown as it was typed, which is readable as text; quoted, so that no line of it passes for one of ours. */
function bodyOf({ body, mentions }: NoticeEntry['happened'][number]): string[] {
  if (body === null) return []
  return ['', ...quotedLines(beginningOf(partsOf(body, mentions), longest.body))]
}

/** Returns the whole body in parts, every second one a mention as it is drawn: without brackets. */
function partsOf(body: string, mentions: readonly string[]): string[] {
  const text = plainLines(body)
  if (mentions.length === 0) return [text]
  const parts: string[] = []
  let at = 0
  for (const { start, length, words } of readMentions(text, mentions).mentions) {
    parts.push(text.slice(at, start), `@${words}`)
    at = start + length
  }
  return [...parts, text.slice(at)]
}

/** Mentions are told before the words are cut, each within its mark. */
function beginningOf(parts: readonly string[], length: number): string {
  const text = shortened(parts.join(''), length)
  let at = 0
  const kept = parts.map(part => {
    const start = at
    at += part.length
    return text.slice(start, at)
  })
  return kept.map((part, index) => (index % 2 === 1 && part ? markedMention(part) : part)).join('')
}

/** Each line marked as somebody else's. */
export const quotedLines = (text: string): string[] => text.split('\n').map(line => `> ${line}`.trimEnd())

function shortened(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
