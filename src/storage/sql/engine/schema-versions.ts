// The table of versions as a type: one row for each time somebody saved.
import type { ActorType } from '../../../domain/actor.ts'
import type { Format, Time } from '../../../domain/artifact.ts'
import type { Bit } from './boolean-column.ts'

export interface VersionTable {
  artifact_id: string
  number: number
  blob: string
  size: number
  sha256: string
  format: Format
  note: string | null
  author_id: string | null
  author_name: string
  actor_type: ActorType
  actor_name: string | null
  restored_from: number | null
  created_at: Time
  /** SHA-256 of the API keys found in the file, separated by spaces; null if there are none. */
  key_hashes: string | null
  /** 1 where open pages were asked to show it at once. */
  reload: Bit
}

/** The file that a rule or a key sent last of a page. */
export interface LastFileTable {
  artifact_id: string
  credential: string
  number: number
  blob: string
  size: number
  sha256: string
  own_number: number | null
}

/** The look of a version in miniature; versions older than the table get their row when they are first shown. */
export interface MiniatureTable {
  artifact_id: string
  number: number
  /** Empty where there is nothing to draw. */
  drawing: string
  opening: string | null
}
