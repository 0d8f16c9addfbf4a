// The tables of the installation and its nodes as types.
import type { Generated } from 'kysely'
import type { Time } from '../../../domain/artifact.ts'

export interface InstallationTable {
  /** Always 1: there is one. */
  id: number
  name: string
  store_marked: Generated<number>
}

export interface SecretFingerprintTable {
  fingerprint: string
}

export interface NodeTable {
  id: string
  started_at: Time
  seen_at: Time
  content_url: string | null
}

export interface RequestCountTable {
  name: string
  node: string
  /** Seconds since 1970. */
  second: number
  count: number
}

export interface NodeSchema {
  installation: InstallationTable
  secret_fingerprint: SecretFingerprintTable
  node: NodeTable
  request_count: RequestCountTable
}
