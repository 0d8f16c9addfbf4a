// The routes of pages, and all that answer GET, as the surfaces themselves add them.
import type { Hono } from 'hono'
import type { Context } from '../../src/operations/kernel/context.ts'
import type { Site } from '../../src/surfaces/http/site.ts'
import { oauthSurface } from '../../src/surfaces/oauth/surface.ts'
import { addRest, type Env } from '../../src/surfaces/rest/app.ts'
import { headerTable } from '../../src/surfaces/viewer/headers.ts'
import { openAssets } from '../../src/surfaces/web/layout/assets.ts'
import { webSurface } from '../../src/surfaces/web/surface.ts'

const url = 'http://localhost:4400'

const site = {
  context: { url } as Context,
  headers: headerTable({ url, frameSources: [], inlineScripts: [] }),
} as Site

/** `GET /app/keys`, `POST /claim/:code` and all the others. */
export function pageRoutes(): string[] {
  const added: string[] = []
  const app = { on: (method: string, path: string) => added.push(`${method} ${path}`), all: () => undefined }
  webSurface(site, openAssets('dist/public')).routes(app as unknown as Hono<Env>, site)
  return added
}

/** Returns every path that answers GET: `/app/keys`, `/v1/artifacts/:id`, `/oauth/authorize` and all the others. */
export function getRoutes(): string[] {
  const added: string[] = []
  const on = (method: string, path: string) => method === 'GET' && added.push(path)
  addRest({ on, all: () => undefined } as unknown as Hono<Env>, site)
  const all = (path: string) => added.push(path)
  oauthSurface(() => undefined)({ all, post: () => undefined } as unknown as Hono<Env>, site)
  const pages = pageRoutes().filter(route => route.startsWith('GET '))
  const early = [
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/.well-known/security.txt',
    '/.well-known/agent-skills/index.json',
  ]
  return [...new Set([...added, ...pages.map(route => route.slice(4)), ...early])]
}
