// The page to which a request for access leads when its reader wants no more from that sender.
import { notFound } from '../../../domain/problem.ts'
import {
  blockSender,
  readBlockToken,
  type SenderBlock,
  unblockSender,
} from '../../../operations/artifacts/sender-block.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { sendDocument } from '../layout/theme.ts'
import { type PageContext, postedAnything } from '../page/page-context.ts'
import { blockedPage, blockPage, unblockedPage } from './block-page.tsx'

function blockOf({ site }: PageContext, token: string): SenderBlock {
  const block = readBlockToken(site.context, token)
  if (block === null) throw notFound()
  return block
}

const send = ({ site }: PageContext, exchange: HttpExchange, html: string): void =>
  sendDocument(exchange, 200, site.headers.tokenPage(), html)

const propsOf = ({ assets }: PageContext, token: string, { email }: SenderBlock) => ({
  assets,
  path: `/block/${token}`,
  email,
})

/** `GET /block/{token}`: opening the link changes nothing. */
export async function showBlock(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  send(pageContext, exchange, blockPage(propsOf(pageContext, token, blockOf(pageContext, token))))
}

/** `POST /block/{token}` */
export async function blockByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  await postedAnything(pageContext, exchange)
  const block = blockOf(pageContext, token)
  if (!(await blockSender(pageContext.site.context, block))) throw notFound()
  send(pageContext, exchange, blockedPage(propsOf(pageContext, token, block)))
}

/** `POST /block/{token}/undo`: takes it back. */
export async function unblockByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  await postedAnything(pageContext, exchange)
  const block = blockOf(pageContext, token)
  await unblockSender(pageContext.site.context, block)
  send(pageContext, exchange, unblockedPage(propsOf(pageContext, token, block)))
}
