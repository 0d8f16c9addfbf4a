// Whether documents can be fetched from the internet: known only once a site of the internet has answered.
import { createSocket } from 'node:dgram'
import type { outbound } from '../../outbound.ts'

/** How sites are reached; tests lead names to a server of theirs. */
export type Reach = typeof outbound

export interface WayOut {
  isOpen(): Promise<boolean>
}

/** Sites that publish the documents of the apps that are used most. Whichever answers first tells enough. */
const sites = ['https://claude.ai/', 'https://chatgpt.com/', 'https://vscode.dev/']

/** Milliseconds until one of them must have answered, and the bytes of its answer. */
const most = { patience: 2_000, size: 1_024 }

/** Milliseconds until an answer is asked for again. */
const lasts = { open: 3_600_000, closed: 300_000 }

/** Asks when somebody wants to know, and not again while it is known. Strangers can neither open nor close it. */
export function createWayOut(reach: Reach, clock: () => number): WayOut {
  let known = { isOpen: false, until: Number.NEGATIVE_INFINITY }
  let asking: Promise<void> | null = null
  const ask = async (): Promise<void> => {
    const isOpen = (await hasWayOut()) && (await anyAnswers(reach))
    known = { isOpen, until: clock() + (isOpen ? lasts.open : lasts.closed) }
  }
  return {
    async isOpen() {
      if (clock() >= known.until) {
        asking ??= ask().finally(() => {
          asking = null
        })
        await asking
      }
      return known.isOpen
    },
  }
}

/** A request without a body, which says nothing of this server. */
const anyAnswers = (reach: Reach): Promise<boolean> =>
  Promise.any(sites.map(site => reach(site, { method: 'HEAD' }, most))).then(
    () => true,
    () => false,
  )

/** Addresses of the internet, of either kind; which of them is asked about does not matter. */
const somewhere = { udp4: '1.1.1.1', udp6: '2606:4700:4700::1111' } as const

/** Resolves to false where this machine's own routing leads nowhere: then nobody is asked. */
export async function hasWayOut(): Promise<boolean> {
  const ways = await Promise.all([hasRoute('udp4'), hasRoute('udp6')])
  return ways.includes(true)
}

/** Connecting a datagram socket chooses a route and does nothing else. */
function hasRoute(kind: keyof typeof somewhere): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createSocket(kind)
    socket.connect(443, somewhere[kind], (error?: Error) => {
      socket.close()
      resolve(error === undefined || error === null)
    })
  })
}
