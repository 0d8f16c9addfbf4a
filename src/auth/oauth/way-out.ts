// Whether this machine has a way to the internet, as its own routing says: no packet is sent, and nobody else is asked.
import { createSocket } from 'node:dgram'

/** Addresses of the internet, of either kind; which of them is asked about does not matter. */
const somewhere = { udp4: '1.1.1.1', udp6: '2606:4700:4700::1111' } as const

/** Resolves to false where no route leads to the internet. A firewall beyond this machine shows no such sign. */
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
