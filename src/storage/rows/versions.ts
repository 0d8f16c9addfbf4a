// The rows of versions: the facts of each, and the blob that holds it.
import type { Miniature, Time, Version } from '../../domain/artifact.ts'
import type { SearchText } from '../../domain/search-text.ts'

export interface VersionRows {
  find(artifactId: string, number: number): Promise<Version | null>
  /** Newest first, below `before` where given. */
  list(artifactId: string, before: number | null, limit: number): Promise<Version[]>
  /** The API keys found in the file of a version, or of any version (SHA-256, hex). */
  keyHashes(artifactId: string, number: number | 'any'): Promise<string[]>
  /** True where a version after `shown`, up to `upTo` and not older than `since`, asked open pages to show it at once. */
  asksReload(artifactId: string, shown: number, upTo: number, since: Time): Promise<boolean>
  /** The extracted text the artifact is found by now, or so many characters of its beginning, which cards of links quote. */
  text(artifactId: string, most?: number): Promise<string>
  /** Reads the miniatures of the current versions, by artifact; one stored before there were any is missing. */
  miniatures(artifactIds: readonly string[]): Promise<Map<string, Miniature>>
  /** Adds that of a version stored before there were any. */
  addMiniature(artifactId: string, number: number, miniature: Miniature): Promise<void>
  /** Every version with its blob, for `recto admin verify` and the sweep; in pages by (artifactId, number). */
  page(after: { artifactId: string; number: number } | null, limit: number): Promise<Version[]>
}

/** `text` is what search finds; it replaces what the version before said. */
export interface NewVersion extends Omit<Version, 'artifactId' | 'number'> {
  text: SearchText
  miniature: Miniature
  /** SHA-256 (hex) of the API keys found in the file. */
  keyHashes?: readonly string[]
  /** Asks open pages to show it at once. */
  reload?: boolean
}
