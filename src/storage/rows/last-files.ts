// The rows of last files: what each rule or key sent last of a page, whatever became of it by merging.
import type { StoredBlob } from '../blobs.ts'

export interface LastFile extends StoredBlob {
  /** The version that was current once the file was there. */
  number: number
}

export interface LastFileReading {
  /** The file that the credential sent last of the artifact; null if it sent none. */
  find(artifactId: string, credential: string): Promise<LastFile | null>
  /** The newest version before the first that no service saved; 0 if a person or an agent saved the first one. */
  lastBeforeOthers(artifactId: string): Promise<number>
}

export interface LastFileRows extends LastFileReading {
  /** Takes the place of the one before. */
  put(artifactId: string, credential: string, file: LastFile): Promise<void>
}
