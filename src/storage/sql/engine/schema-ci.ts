// The tables of builds without a stored key, as types: the rules that admit them, and the tokens they used.
import type { Time } from '../../../domain/artifact.ts'
import type { Bit } from './boolean-column.ts'

export interface CiRuleTable {
  id: string
  organization_id: string
  issuer: string
  repository_id: number
  repository: string | null
  ref: string | null
  environment: string | null
  pull_requests: Bit
  /** Words separated by spaces, as `visibilities`. */
  scopes: string
  visibilities: string
  created_at: Time
  last_used_at: Time | null
}

interface UsedBuildTokenTable {
  id: string
  expires_at: Time
}

export interface CiSchema {
  ci_rule: CiRuleTable
  used_build_token: UsedBuildTokenTable
}
