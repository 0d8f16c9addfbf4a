// The rows of last files: what each rule or key sent last of a page, whatever became of it by merging.
import type { Author, Version } from '../../domain/artifact.ts'
import type { StoredBlob } from '../blobs.ts'

export interface LastFile extends StoredBlob {
  /** The version that was current once the file was there. */
  number: number
  /** The newest version that was a file of this rule or key and held nothing of others; null before there was one. */
  ownNumber: number | null
}

/** The author who saves: of a service its name and type, of a person the id too. */
export type Saver = Pick<Author, 'personId' | 'name' | 'actorType'>

export interface LastFileReading {
  /** The file that the credential sent last of the artifact; null if it sent none. */
  find(artifactId: string, credential: string): Promise<LastFile | null>
  /** The newest version before the first that no service saved; 0 if a person or an agent saved the first one. */
  lastBeforeOthers(artifactId: string): Promise<number>
  /** The versions after that one which somebody else saved, newest first. */
  savedByOthers(artifactId: string, after: number, than: Saver, limit: number): Promise<Version[]>
}

export interface LastFileRows extends LastFileReading {
  /** Takes the place of the one before, whose own version stays known where this file has none. */
  put(artifactId: string, credential: string, file: LastFile): Promise<void>
  /** Removes those whose rule, key or grant is gone. Their bytes are orphans then. */
  removeEnded(): Promise<void>
}
