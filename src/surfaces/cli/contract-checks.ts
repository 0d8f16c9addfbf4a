// The data that `recto conformance` hands to the checks of the contract, and their answers.
import type { Manifest } from './command-line/manifest.ts'

export interface Deployment {
  /** Without a trailing slash. */
  url: string
  /** A key or token of somebody who may publish; null leaves out what needs one. */
  token: string | null
  /** A key of somebody else in the same organization; null leaves out what needs two people. */
  colleague: string | null
  routes: Manifest['routes']
  /** Hears of each check as it ends. */
  told(check: Check): void
}

export interface Check {
  /** Part of the contract. */
  subject: string
  /** The rule that is checked, as a sentence. */
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** The finding instead, or why the check was left out. */
  detail?: string
}

/** The module that runs the checks: loaded on demand. */
export interface ConformanceProgram {
  proveContract(deployment: Deployment): Promise<Check[]>
}
