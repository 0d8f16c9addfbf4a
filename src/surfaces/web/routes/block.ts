// The page to which a request for access leads when its reader wants no more from that sender.
import { notFound } from '../../../domain/problem.ts'
import {
  blockSender,
  readBlockToken,
  type SenderBlock,
  unblockSender,
} from '../../../operations/artifacts/sender-block.ts'
import type { Wire } from '../../http/exchange.ts'
import { type Desk, postedAnything } from '../desk.ts'
import { blockedPage, blockPage, unblockedPage } from '../pages/block-page.tsx'
import { sendDocument } from '../theme.ts'

function blockOf({ site }: Desk, token: string): SenderBlock {
  const block = readBlockToken(site.context, token)
  if (block === null) throw notFound()
  return block
}

const send = ({ site }: Desk, wire: Wire, html: string): void =>
  sendDocument(wire, 200, site.headers.tokenPage(), html)

const propsOf = ({ assets }: Desk, token: string, { email }: SenderBlock) => ({
  assets,
  path: `/block/${token}`,
  email,
})

/** `GET /block/{token}`: opening the link changes nothing. */
export async function showBlock(desk: Desk, wire: Wire, token: string): Promise<void> {
  send(desk, wire, blockPage(propsOf(desk, token, blockOf(desk, token))))
}

/** `POST /block/{token}` */
export async function blockByForm(desk: Desk, wire: Wire, token: string): Promise<void> {
  await postedAnything(desk, wire)
  const block = blockOf(desk, token)
  if (!(await blockSender(desk.site.context, block))) throw notFound()
  send(desk, wire, blockedPage(propsOf(desk, token, block)))
}

/** `POST /block/{token}/undo`: takes it back. */
export async function unblockByForm(desk: Desk, wire: Wire, token: string): Promise<void> {
  await postedAnything(desk, wire)
  const block = blockOf(desk, token)
  await unblockSender(desk.site.context, block)
  send(desk, wire, unblockedPage(propsOf(desk, token, block)))
}
