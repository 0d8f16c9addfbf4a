// A line as a reader has it: every byte takes half a round trip each way, and no more of them pass in a second than the line carries.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Milliseconds there and back. */
const ROUND_TRIP = 40
const BITS_PER_SECOND = 10e6

export interface SlowLine {
  port: number
  stop(): void
}

/** A way to a port of this machine, which may be listened on later. All connections share the line. */
export async function slowLine(target: number): Promise<SlowLine> {
  const open = new Set<Socket>()
  const [up, down] = [wire(), wire()]
  const pass = (from: Socket, to: Socket, on: Wire, since: number) => {
    open.add(from)
    const send = sendInTurn(on, since)
    from.on('data', bytes => send(bytes.length, () => to.write(bytes)))
    from.on('end', () => send(0, () => to.end()))
    from.on('error', () => to.destroy()).once('close', () => open.delete(from))
  }
  const between = createServer({ allowHalfOpen: true }, near => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    near.setNoDelay()
    far.setNoDelay()
    // To open a connection takes a round trip before the first byte may go.
    pass(near, far, up, performance.now() + ROUND_TRIP)
    pass(far, near, down, 0)
  }).listen(0)
  await once(between, 'listening')
  return {
    port: (between.address() as AddressInfo).port,
    stop: () => {
      between.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** When the last byte given to it has left, on this process's clock. */
interface Wire {
  freeAt: number
}

const wire = (): Wire => ({ freeAt: 0 })

/** Calls back once so many bytes, sent at `since` at the earliest, have arrived at the other end, in the order in which they were given. */
function sendInTurn(on: Wire, since: number): (bytes: number, arrived: () => void) => void {
  const underWay: { at: number; arrived: () => void }[] = []
  const deliver = () => {
    while (underWay[0] && underWay[0].at <= performance.now()) underWay.shift()!.arrived()
    if (underWay[0]) setTimeout(deliver, underWay[0].at - performance.now())
  }
  return (bytes, arrived) => {
    const taken = (bytes * 8000) / BITS_PER_SECOND
    on.freeAt = Math.max(on.freeAt, performance.now()) + taken
    underWay.push({ at: Math.max(on.freeAt, since + taken) + ROUND_TRIP / 2, arrived })
    if (underWay.length === 1) deliver()
  }
}
