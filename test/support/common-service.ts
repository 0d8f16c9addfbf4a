// The services of a process: one for each store and kind of settings, whichever of its test files asks.
import { after } from 'node:test'
import { closeConnections } from './http.ts'
import { type Running, type Store, startService } from './service.ts'
import { isSkip, type Skip } from './skip.ts'

const running = new Map<string, Promise<Running | Skip>>()

/** The service of this process with these settings, which is started for the first who asks and ends with the process. */
export function serviceOn(store: Store, env: Record<string, string> = {}): Promise<Running | Skip> {
  const name = `${store} ${JSON.stringify(env)}`
  const known = running.get(name) ?? startService({ store, env })
  running.set(name, known)
  return known
}

after(async () => {
  closeConnections()
  for (const service of running.values()) {
    // One that did not start has failed its tests already; the others must not outlive them.
    const started = await service.catch(() => null)
    if (started && !isSkip(started)) await started.stop()
  }
})
