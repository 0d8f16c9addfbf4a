// Stands in for GitHub as a build meets it: the address that gives it tokens, and the comments of pull requests.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface GitHub {
  /** Variables that a runner sets for its jobs. */
  env: Record<string, string>
  /** Bodies of the comments on pull requests, by their ids. */
  comments: Map<number, string>
  stop(): Promise<void>
}

/** `give` makes the token of the build for an audience. */
export async function startGitHub(give: (audience: string) => Promise<string>): Promise<GitHub> {
  const comments = new Map<number, string>()
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (request.headers.authorization !== 'Bearer of-the-job') return null
    if (pathname === '/token') return { value: await give(searchParams.get('audience') ?? '') }
    if (request.method === 'GET') return pageOf(comments, Number(searchParams.get('page')))
    const { body } = JSON.parse(await text(request)) as { body: string }
    const id = request.method === 'PATCH' ? Number(pathname.split('/').at(-1)) : comments.size + 1
    if (request.method === 'PATCH' && !comments.has(id)) return null
    comments.set(id, body)
    return { id }
  }
  const server = createServer((request, response) => {
    answer(request)
      .then(found => {
        response.writeHead(found === null ? 404 : 200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(found))
      })
      .catch(error => response.destroy(error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    comments,
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: 'acme/site',
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const pageOf = (comments: Map<number, string>, page: number) =>
  [...comments].slice((page - 1) * 100, page * 100).map(([id, body]) => ({ id, body }))
