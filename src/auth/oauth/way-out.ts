// This file tells whether documents can be fetched from the internet: yes, until two fetches in a row could not connect.
import type { outbound } from '../../outbound.ts'

/** The log that is told when documents are no longer offered. */
export interface OfferLog {
  warn(facts: object, message: string): void
}

/** How sites are reached; tests lead names to a server of theirs. */
export type Reach = typeof outbound

export interface WayOut {
  isOpen(): boolean
  /** The site of a document answered, whatever it said. */
  connected(): void
  /** The site of the document could not be reached. Strangers choose that site, so this counts only if no site of ours answers either. */
  failed(): Promise<void>
}

/** Fetches in a row that could not connect, and milliseconds for which the way counts as shut then. */
const shut = { after: 2, lasts: 3_600_000 }

/** Sites that publish the documents of the apps that are used most. Whichever answers first tells enough. */
const sites = ['https://claude.ai/', 'https://chatgpt.com/', 'https://vscode.dev/']

/** Milliseconds until one of them must have answered, and the bytes of its answer. */
const most = { patience: 2_000, size: 1_024 }

/** Keeps what one server process found out; it asks no site before a fetch has failed. */
export function createWayOut(reach: Reach, clock: () => number, log: OfferLog): WayOut {
  let failures = 0
  let shutUntil = 0
  const isOpen = () => clock() >= shutUntil
  return {
    isOpen,
    connected() {
      failures = 0
    },
    async failed() {
      failures = (await anyAnswers(reach)) ? 0 : failures + 1
      if (failures < shut.after) return
      failures = 0
      if (isOpen()) log.warn({}, ended)
      shutUntil = clock() + shut.lasts
    },
  }
}

const ended =
  'client ID documents are not offered for an hour: two in a row could not be fetched, and no other site answered'

/** A request without a body, which says nothing of this server. */
const anyAnswers = (reach: Reach): Promise<boolean> =>
  Promise.any(sites.map(site => reach(site, { method: 'HEAD' }, most))).then(
    () => true,
    () => false,
  )
