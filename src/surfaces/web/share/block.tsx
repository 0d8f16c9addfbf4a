// The page to which a request for access leads when its reader wants no more from that sender.
import type { JSX } from 'preact'
import { notFound } from '../../../domain/problem.ts'
import {
  blockSender,
  readBlockToken,
  type SenderBlock,
  unblockSender,
} from '../../../operations/artifacts/sender-block.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { Assets } from '../layout/assets.ts'
import { Button } from '../layout/form.tsx'
import { Address } from '../layout/people.tsx'
import { sendDocument } from '../layout/theme.ts'
import { tokenPage } from '../layout/token-page.tsx'
import { type PageContext, postedAnything } from '../page/page-context.ts'
import { blockWords as words } from '../words/mail-stops.ts'

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

interface BlockPageProps {
  assets: Assets
  /** Of the page itself; posting to it blocks the sender. */
  path: string
  /** Of the sender. */
  email: string
}

/** Served with the headers of a token page. */
export const blockPage = ({ assets, path, email }: BlockPageProps): string =>
  tokenPage(
    assets,
    words.title,
    <>
      <Sender email={email} />
      <p>{words.effect}</p>
      <form method="post" action={path} class="form">
        <Button kind="primary">{words.submit}</Button>
      </form>
    </>,
  )

/** `POST {path}/undo` takes it back. */
export const blockedPage = ({ assets, path, email }: BlockPageProps): string =>
  tokenPage(
    assets,
    words.blocked,
    <>
      <Sender email={email} />
      <p>{words.blockedEffect}</p>
      <form method="post" action={`${path}/undo`} class="form">
        <Button>{words.undo}</Button>
      </form>
    </>,
  )

export const unblockedPage = ({ assets, email }: BlockPageProps): string =>
  tokenPage(
    assets,
    words.undone,
    <>
      <Sender email={email} />
      <p>{words.undoneEffect}</p>
    </>,
  )

const Sender = ({ email }: { email: string }): JSX.Element => (
  <p>
    {words.from} <Address email={email} />
  </p>
)
