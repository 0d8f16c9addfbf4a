// Listeners of test servers that answer in a promise, which `createServer` would drop.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A failed answer ends its connection and fails the test that runs. */
export const answering =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: Error) => {
      response.destroy(error)
      setImmediate(() => {
        throw error
      })
    })
  }
