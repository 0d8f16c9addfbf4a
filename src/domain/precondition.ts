// The version a writer edited from: how If-Match is read, and when a writer is stale.
import { Problem } from './problem.ts'

/** Versions a writer accepts as current, 0 for each tag that names none, or why that cannot be known. */
export type Base = { versions: number[] } | 'missing' | 'malformed'

// A space inside the quotes is no valid tag either, but it names a label that never matches: 412, not 400.
const entityTag = /^(W\/)?"([\x20\x21\x23-\x7e\x80-\uffff]*)"$/
const strongLabel = /^v([1-9]\d{0,14})$/

/**
 * The versions a write may start from: those of If-Match without those of If-None-Match, whose tags match weakly and
 * whose `*` stands for whatever there is (RFC 9110 section 13.1.2).
 */
export function parsePreconditions(ifMatch: string | undefined, ifNoneMatch: string | undefined): Base {
  const base = parseIfMatch(ifMatch)
  if (ifNoneMatch === undefined || base === 'missing' || base === 'malformed') return base
  if (ifNoneMatch.trim() === '*') return { versions: [] }
  const refused = new Set((ifNoneMatch.match(/"v[1-9]\d{0,14}"/g) ?? []).map(tag => Number(tag.slice(2, -1))))
  return { versions: base.versions.filter(version => !refused.has(version)) }
}

/**
 * Reads an If-Match field value by RFC 9110 section 13.1.1, with one strictness: an update must
 * name a version, so an empty value and `*` count as missing. Weak tags never match.
 */
export function parseIfMatch(value: string | undefined): Base {
  const text = value?.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '') ?? ''
  if (text === '' || text === '*') return 'missing'
  const tags = splitTags(text)
  if (!tags) return 'malformed'
  if (tags.length === 0) return 'missing'
  return { versions: tags.map(versionIn) }
}

function splitTags(text: string): RegExpMatchArray[] | null {
  const members = text.match(/(?:"[^"]*"|[^,"])+/g) ?? []
  const tags = members.map(m => m.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')).filter(m => m !== '')
  const matches = tags.map(tag => tag.match(entityTag))
  const quotesClosed = (text.match(/"/g)?.length ?? 0) % 2 === 0
  return quotesClosed && matches.every(m => m !== null) ? (matches as RegExpMatchArray[]) : null
}

function versionIn(tag: RegExpMatchArray): number {
  const label = tag[1] ? null : tag[2]?.match(strongLabel)
  return Number(label?.[1] ?? 0)
}

/** Throws unless the writer names the current version: 428, 400 or 412 by contract section 3, If-Match. */
export function requireNamed(base: Base, currentVersion: number): number[] {
  if (base === 'missing') {
    throw new Problem(
      'base_version_required',
      `Name the version you edited from: If-Match: "v${currentVersion}" over REST, base_version elsewhere. Read the current content first; version ${currentVersion} is current.`,
      { currentVersion },
    )
  }
  if (base === 'malformed') {
    throw new Problem(
      'malformed_if_match',
      `Write If-Match as a version label in double quotes, for example "v${currentVersion}". Read the current content first.`,
    )
  }
  return base.versions
}
