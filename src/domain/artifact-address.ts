// How an artifact is named: by its short ID or its address, which may also name one of its versions (contract section 2).

export const shortIdAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const segmentPattern = new RegExp(`^([${shortIdAlphabet}]{10})(?:@([1-9]\\d{0,8})|-.*)?$`, 's')

export interface ArtifactAddress {
  shortId: string
  /** The version that `@{n}` names; null if none is named. */
  version: number | null
}

/** Reads `{shortId}`, `{shortId}-{anything}` or `{shortId}@{n}`; null for anything else. */
export function parseAddressSegment(segment: string): ArtifactAddress | null {
  const [, shortId, version] = segmentPattern.exec(segment) ?? []
  return shortId === undefined ? null : { shortId, version: version === undefined ? null : Number(version) }
}

/** Reads a short ID, or the full address of an artifact, at `origin` where that is given; null for anything else. */
export function parseArtifactAddress(text: string, origin?: string): ArtifactAddress | null {
  if (!/^https?:\/\//i.test(text)) return parseAddressSegment(text)
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (origin !== undefined && url.origin !== origin)) return null
  return parseAddressSegment(decodeSegment(url.pathname.split('/')[1] ?? ''))
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
