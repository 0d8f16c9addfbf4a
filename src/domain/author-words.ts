// Words that name who said or did something: the same for panel, page, mail, audit and command line.
import type { Author } from './artifact.ts'
import { plain } from './plain-text.ts'

export type Authorship = Pick<Author, 'name' | 'actorType' | 'actorName'>

/** A word of ours, or a name that somebody gave. */
export type AuthorPart = string | { name: string }

/**
 * Names an agent before the person who answers for it; agents and services are shown as such. A person is named first whatever
 * name was claimed, so that nobody passes for a colleague.
 */
export function authorParts({ name, actorType, actorName }: Authorship): AuthorPart[] {
  if (actorType === 'human') return actorName ? [{ name }, ', as ', { name: actorName }] : [{ name }]
  const claimed = actorName ? { name: actorName } : actorType === 'agent' ? 'An agent' : null
  return [
    ...(claimed === null ? [] : [claimed, ' for ']),
    { name },
    ...(actorType === 'service' ? [', service'] : []),
  ]
}

/** Such as `Ana`, `Reviewer for Ana` or `build server, service`, on one line; `write` makes each name fit its place. */
export const authorWords = (by: Authorship, write: (name: string) => string = plain): string =>
  authorParts(by)
    .map(part => (typeof part === 'string' ? part : write(part.name)))
    .join('')

/** The same words within a sentence. */
export const withinSentence = (author: string): string => author.replace(/^An agent for /, 'an agent for ')

/** One name alone, for readers who may not know the person behind an agent; a claimed name says that nobody has it. */
export function byline({ name, actorType, actorName }: Authorship): string {
  if (actorType === 'human') return name
  if (actorType === 'service') return `${actorName ?? name}, service`
  return actorName ? `${actorName}, agent` : name
}
