// One running service for the tests of a file, with a company of its own for each test.
import { after } from 'node:test'
import { closeConnections, send } from '../../support/http.ts'
import { type Running, startService } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'

/** The service; it ends after the last test of the file. */
export async function stage(env: Record<string, string> = {}): Promise<Running> {
  const service = await startService({ env })
  if (isSkip(service)) throw new Error(service.skip)
  after(async () => {
    closeConnections()
    await service.stop()
  })
  return service
}

/** Sends the bytes of a staged upload as its result says. */
export async function transfer(
  upload: { url: string; method: string; headers: Record<string, string> },
  bytes: string | Uint8Array,
) {
  return send(upload.url, { method: upload.method, headers: upload.headers, body: bytes })
}
