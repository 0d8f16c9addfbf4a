// Small pieces of text with a meaning: somebody's words, a moment, an audience.

import type { JSX } from 'preact'
import { type Authorship, authorParts } from '../../../domain/author-words.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { audience as words } from '../words/audience.ts'
import { parts } from '../words/common.ts'
import { Icon, type IconName } from './icon.tsx'
import { day, plain, relativeTime } from './text.ts'

/** Text that somebody typed: set in its own direction, without invisible marks. */
export const UserText = ({ text }: { text: string }): JSX.Element => <bdi dir="auto">{plain(text)}</bdi>

/** The author's words; each name is set in its own direction. */
export const AuthorName = (by: Authorship): JSX.Element => (
  <>{authorParts(by).map(part => (typeof part === 'string' ? part : <UserText text={part.name} />))}</>
)

/** A moment in the three ways a page writes it. */
export interface Moment {
  iso: string
  exact: string
  /** The moment in people's words, such as "3 hr ago". */
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
  /** Number of people who are named; absent for those who may not know. */
  sharedCount?: number
  organization?: string
  /** The reader is its owner. */
  mine?: boolean
}

export interface AudienceWords {
  icon: IconName
  word: string
  meaning: string
}

/** The audience as a word or two with an icon, and as the sentence behind it. */
export function audienceWords({
  visibility,
  sharedCount = 0,
  organization,
  mine,
}: AudienceProps): AudienceWords {
  const home = organization ? plain(organization) : null
  if (visibility === 'public') return { icon: 'globe', word: words.anyone, meaning: words.anyoneOpens }
  if (visibility === 'company')
    return {
      icon: 'company',
      word: home ?? words.organization,
      meaning: words.everyoneOpens(home ?? words.theOrganization, sharedCount),
    }
  if (sharedCount > 0) {
    const meaning = mine ? words.youOpen(sharedCount) : words.ownerOpens(sharedCount)
    return { icon: 'people', word: words.people(sharedCount), meaning }
  }
  return mine
    ? { icon: 'lock', word: words.onlyYou, meaning: words.onlyYouOpen }
    : { icon: 'lock', word: words.private, meaning: words.onlyOwnerOpens }
}

export const AudienceMark = ({ icon, word, meaning }: AudienceWords): JSX.Element => (
  <span class="audience" title={meaning}>
    <Icon name={icon} />
    <span>{word}</span>
  </span>
)

export const audienceOf = (artifact: PresentedArtifact, mine = false) =>
  audienceWords({
    mine,
    visibility: artifact.visibility,
    ...(artifact.sharedWith && { sharedCount: artifact.sharedWith.length }),
    ...(artifact.organization && { organization: artifact.organization.name }),
  })

export const By = (by: Authorship): JSX.Element => (
  <span class="by">
    {` ${parts.by} `}
    <AuthorName {...by} />
  </span>
)
