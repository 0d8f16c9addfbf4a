// The artifact, its versions, and the rules that need nothing but their values.
import type { ActorType } from './actor.ts'
import { parseArtifactAddress, shortIdAlphabet } from './artifact-address.ts'
import type { Visibility } from './audience.ts'
import { isBlank } from './plain-text.ts'
import type { PlanName } from './plan.ts'
import { Problem } from './problem.ts'

export type Format = 'html' | 'markdown'

/** The media type of each format. */
export const mediaTypes = { html: 'text/html', markdown: 'text/markdown' } as const satisfies Record<
  Format,
  string
>

export const themes = ['github', 'paper', 'terminal', 'plain'] as const
export type Theme = (typeof themes)[number]

/** Milliseconds since 1970, UTC. */
export type Time = number

export const DAY = 86_400_000

export interface OrganizationPolicy {
  readonly allowPublic: boolean
  readonly allowExternalSharing: boolean
  readonly allowPreviewClaims: boolean
  readonly openNetwork: boolean
  readonly requireSignInProvider: boolean
}

export interface Organization {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
  readonly policy: OrganizationPolicy
  readonly createdAt: Time
  /** Set while it waits to be deleted: nobody reaches anything of it then. */
  readonly deleteAt?: Time
}

export interface Owner {
  readonly personId: string
  readonly name: string
  readonly email: string
}

/** Hidden from everybody: until the operator looked at what was reported, or because the operator took it down. */
export type Hidden = 'quarantined' | 'taken_down'

export interface Artifact {
  readonly id: string
  readonly shortId: string
  /** Null only for an unclaimed preview. */
  readonly organization: Organization | null
  /** Null if the organization itself owns it, and for a preview. */
  readonly owner: Owner | null
  readonly name: string
  readonly format: Format
  readonly visibility: Visibility
  readonly sharedWith: readonly string[]
  /** True where `sharedWith` names outsiders; looked up if policy forbids it, in trash, or before an organization ends, else false. */
  readonly namesOutsiders: boolean
  readonly labels: readonly string[]
  readonly theme: Theme
  readonly version: number
  readonly size: number
  readonly sha256: string
  /** Name of the current version's stored bytes. */
  readonly blob: string
  readonly historyVisible: boolean
  readonly openThreadCount: number
  /** The author of the current version. */
  readonly savedBy: Pick<Author, 'name' | 'actorType' | 'actorName'>
  readonly savedAt: Time
  /** True where readers from outside see the comments too. */
  readonly commentsShared: boolean
  /** Counts changes of settings; the weak validator of `metadata`. */
  readonly settings: number
  readonly createdAt: Time
  readonly updatedAt: Time
  readonly expiresAt: Time | null
  readonly trashedAt: Time | null
  /** Null for what may be shown. */
  readonly hidden: Hidden | null
}

/** The author of something, as known at that moment, with the name that the caller claimed. */
export interface Author {
  readonly personId: string | null
  readonly name: string
  readonly actorType: ActorType
  readonly actorName: string | null
}

/** The look of a version in lists, made from its file. */
export interface Miniature {
  /** `drawingText`; null of a page nothing can be drawn of. */
  drawing: string | null
  /** Its first sentences, without its title. */
  opening: string | null
}

export interface Version {
  artifactId: string
  number: number
  blob: string
  size: number
  sha256: string
  format: Format
  note: string | null
  author: Author
  /** The version it was restored or copied from, if any. */
  restoredFrom: number | null
  createdAt: Time
}

/** Base-58 text of `length` characters from a source of random bytes (rejection sampling: no bias). */
export function randomText(length: number, randomBytes: (count: number) => Uint8Array): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length))
      if (byte < 232 && text.length < length) text += shortIdAlphabet[byte % 58]
  }
  return text
}

/** The short ID in a short ID or the full address of an artifact, at `origin` where that is given; null if it is neither. */
export const shortIdIn = (text: string, origin?: string): string | null =>
  parseArtifactAddress(text, origin)?.shortId ?? null

export function theme(text: string): Theme {
  const known = themes.find(t => t === text)
  if (known) return known
  throw new Problem('unknown_theme', `There is no such theme. Use one of ${themes.join(', ')}.`)
}

/** A title people see: control and direction-changing characters removed, white space collapsed; null if nothing that shows is left. */
export function cleanName(text: string): string | null {
  const clean = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return isBlank(clean) ? null : clean
}

/** The name of an artifact that was given none: its title, else its file name without extension. */
export function defaultName(title: string | null, filename: string | undefined): string {
  const stem = filename
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\.[^.]+$/, '')
  const name = (title && cleanName(title)) || (stem && cleanName(stem)) || 'Untitled'
  return [...name].slice(0, 200).join('')
}
