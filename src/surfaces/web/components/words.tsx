// Small pieces of text with a meaning: somebody's words, a moment, an audience.

import type { JSX } from 'preact'
import { type Authorship, authorParts } from '../../../domain/author-words.ts'
import { day, plain, relativeTime } from '../text.ts'
import { Icon, type IconName } from './icon.tsx'

/** What somebody typed: set in its own direction, without invisible marks. */
export const UserText = ({ text }: { text: string }): JSX.Element => <bdi dir="auto">{plain(text)}</bdi>

/** Who said or did it; each name is set in its own direction. */
export const AuthorName = (by: Authorship): JSX.Element => (
  <>{authorParts(by).map(part => (typeof part === 'string' ? part : <UserText text={part.name} />))}</>
)

/** A moment in the three ways a page writes it. */
export interface Moment {
  iso: string
  exact: string
  /** As people say it, such as "3 hours ago". */
  words: string
}

export function momentOf(at: Date, now: Date): Moment {
  const iso = at.toISOString()
  return { iso, exact: `${day(at)}, ${iso.slice(11, 16)} UTC`, words: relativeTime(at, now) }
}

export const TimeOf = ({ iso, exact, words }: Moment): JSX.Element => (
  <time dateTime={iso} title={exact} data-relative>
    {words}
  </time>
)

/** A moment as people say it; the exact one is in `datetime` and in the tooltip. */
export const RelativeTime = ({ at, now = new Date() }: { at: Date; now?: Date }): JSX.Element => (
  <TimeOf {...momentOf(at, now)} />
)

export interface AudienceProps {
  visibility: 'public' | 'company' | 'private'
  /** How many people are named; absent for those who may not know. */
  sharedCount?: number
  organization?: string
}

export interface AudienceWords {
  icon: IconName
  word: string
  meaning: string
}

/** The audience as one word with an icon, and as the sentence behind it. */
export function audienceWords({ visibility, sharedCount = 0, organization }: AudienceProps): AudienceWords {
  const outside = sharedCount
    ? ` and ${sharedCount === 1 ? 'one named person' : `${sharedCount} named people`}`
    : ''
  const company = organization ? plain(organization) : 'the organization'
  if (visibility === 'public')
    return { icon: 'globe', word: 'Public', meaning: 'Anyone with the link can open this.' }
  if (visibility === 'company')
    return { icon: 'company', word: 'Company', meaning: `Anyone at ${company}${outside} can open this.` }
  if (!sharedCount) return { icon: 'lock', word: 'Private', meaning: 'Only its owner can open this.' }
  const people = sharedCount === 1 ? '1 person' : `${sharedCount} people`
  return { icon: 'people', word: people, meaning: `Its owner${outside} can open this.` }
}

export const AudienceMark = ({ icon, word, meaning }: AudienceWords): JSX.Element => (
  <span class="audience" title={meaning}>
    <Icon name={icon} />
    <span>{word}</span>
  </span>
)
