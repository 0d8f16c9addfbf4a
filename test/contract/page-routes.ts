// The routes of pages, as the surface itself adds them.
import type { Hono } from 'hono'
import type { Context } from '../../src/operations/kernel/context.ts'
import type { Site } from '../../src/surfaces/http/site.ts'
import type { Env } from '../../src/surfaces/rest/app.ts'
import { headerTable } from '../../src/surfaces/viewer/headers.ts'
import { openAssets } from '../../src/surfaces/web/layout/assets.ts'
import { webSurface } from '../../src/surfaces/web/surface.ts'

const url = 'http://localhost:4400'

/** `GET /app/keys`, `POST /claim/:code` and all the others. */
export function pageRoutes(): string[] {
  const site = {
    context: { url } as Context,
    headers: headerTable({ url, frameSources: [], inlineScripts: [] }),
  } as Site
  const added: string[] = []
  const app = { on: (method: string, path: string) => added.push(`${method} ${path}`), all: () => undefined }
  webSurface(site, openAssets('dist/public')).routes(app as unknown as Hono<Env>, site)
  return added
}
