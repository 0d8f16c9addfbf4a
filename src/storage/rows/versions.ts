// The rows of versions: what each says and which blob holds it.
import type { Version } from '../../domain/artifact.ts'

export interface VersionReading {
  find(artifactId: string, number: number): Promise<Version | null>
  /** Newest first, below `before` where given. */
  list(artifactId: string, before: number | null, limit: number): Promise<Version[]>
  /** The API keys found in the file of a version, or of any version (SHA-256, hex). */
  keyHashes(artifactId: string, number: number | 'any'): Promise<string[]>
  /** Every version with its blob, for `recto admin verify` and the sweep; in pages by (artifactId, number). */
  page(after: { artifactId: string; number: number } | null, limit: number): Promise<Version[]>
}

/** `text` is what search finds; it replaces what the version before said. */
export interface NewVersion extends Omit<Version, 'artifactId' | 'number'> {
  text: string
  /** SHA-256 (hex) of the API keys found in the file. */
  keyHashes?: readonly string[]
}

export interface VersionRows extends VersionReading {
  /** The extracted text the artifact is found by now (copies carry it over). */
  text(artifactId: string): Promise<string>
}
