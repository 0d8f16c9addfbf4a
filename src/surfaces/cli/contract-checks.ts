// What `recto conformance` hands to the checks of the contract, and what they answer.
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
  /** What is so, as a sentence. */
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** What was found instead, or why it was left out. */
  detail?: string
}

/** What proves it: loaded when it is asked for. */
export interface ConformanceProgram {
  proveContract(deployment: Deployment): Promise<Check[]>
}
