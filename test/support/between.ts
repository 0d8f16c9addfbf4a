// A server between a program and the service, which may change what the service answers.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answering } from './answering.ts'

export interface Between {
  url: string
  stop(): void
}

/** @param change is given each answer of the service and returns the text that is sent in its place */
export async function startBetween(
  serviceUrl: string,
  change: (text: string, type: string, request: IncomingMessage) => string | Promise<string>,
): Promise<Between> {
  const server = createServer(
    answering(async (request, response) => {
      const body: Buffer[] = []
      for await (const chunk of request) body.push(chunk)
      const { host: _, connection: __, expect: ___, 'content-length': ____, ...headers } = request.headers
      const answer = await fetch(`${serviceUrl}${request.url}`, {
        method: request.method!,
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body: Buffer.concat(body) }),
      })
      const type = answer.headers.get('content-type') ?? ''
      const text = await change(await answer.text(), type, request)
      response.writeHead(answer.status, { 'Content-Type': type, 'X-Request-Id': 'one' })
      response.end(text)
    }),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
