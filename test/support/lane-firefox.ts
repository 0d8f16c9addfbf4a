// One Firefox for the files that a lane runs one after the other: to start it takes longer than most of them need in it.
import { type BrowserServer, firefox } from 'playwright-core'
import { binary, firefoxOptions } from './browser.ts'
import { isSkip } from './skip.ts'

export interface LaneFirefox {
  /** Returns the address for `launch`, and starts Firefox if it does not run. Undefined where the machine has none. */
  address(): Promise<string | undefined>
  stop(): Promise<void>
}

export function laneFirefox(): LaneFirefox {
  let running: BrowserServer | undefined
  return {
    async address() {
      running ??= await start(() => {
        running = undefined
      })
      return running?.wsEndpoint()
    },
    async stop() {
      await running?.close()
      running = undefined
    },
  }
}

async function start(onEnd: () => void): Promise<BrowserServer | undefined> {
  const found = await binary('firefox')
  if (isSkip(found)) return undefined
  const server = await firefox.launchServer({ ...firefoxOptions(found), host: '127.0.0.1' })
  server.on('close', onEnd)
  return server
}
