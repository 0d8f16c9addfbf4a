// The source of a page at `{url}/{shortId}/source`: for whoever may open the page, and one 404 for everybody else.
import { operations } from '../../../operations/index.ts'
import { storedFile } from '../../../operations/kernel/text.ts'
import { turnOfArtifact } from '../../../operations/kernel/turn.ts'
import type { Wire } from '../../http/exchange.ts'
import { ask, type Desk, sendMissing, sendPage } from '../desk.ts'
import { sourcePage } from '../pages/source-page.tsx'
import { type Address, addressIn, isHidden, readerOf } from './artifact.ts'

/** Answers `GET {url}/{segment}/source`. */
export async function showSource(desk: Desk, wire: Wire, segment: string): Promise<void> {
  const address = addressIn(segment)
  if (!address) return sendMissing(desk, wire)
  try {
    await sendSource(desk, wire, address)
  } catch (error) {
    if (!isHidden(error, wire)) throw error
    sendMissing(desk, wire)
  }
}

async function sendSource(desk: Desk, wire: Wire, { id, version: wanted }: Address): Promise<void> {
  const { context } = desk.site
  const actor = await readerOf(desk, wire)
  desk.site.limits.count(actor, 'read')
  const asked = { id, ...(wanted !== undefined && { version: wanted }) }
  const { artifact, version } = await ask(desk, wire, actor, operations.content, asked)
  const { sha256, format } = version
  const { lines, shown } = await context.renderer.source({
    sha256,
    format,
    turn: turnOfArtifact(context, artifact),
    file: storedFile(context, version),
  })
  const older = version.number !== artifact.version
  const html = sourcePage({
    assets: desk.assets,
    name: artifact.name,
    path: `/${artifact.shortId}${older ? `@${version.number}` : ''}`,
    download: `/${artifact.shortId}/content${older ? `?version=${version.number}` : ''}`,
    version: version.number,
    size: version.size,
    lines: Buffer.from(lines).toString('utf8'),
    cut: shown ?? undefined,
    reader: 'email' in actor ? actor.email : undefined,
  })
  sendPage(desk, wire, 200, html, { robots: artifact.organization ? 'noindex' : 'noindex, nofollow' })
}
