// The page to which a mail leads when its reader wants no more of its kind; mail programs post to it by themselves.
import { notFound } from '../../../domain/problem.ts'
import { allowMails, type MailStop, readStopToken, stopMails } from '../../../operations/feed/mail-stop.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { Assets } from '../layout/assets.ts'
import { Button } from '../layout/form.tsx'
import { sendDocument } from '../layout/theme.ts'
import { tokenPage } from '../layout/token-page.tsx'
import { type PageContext, postedAnything } from '../page/page-context.ts'
import { stopWords as words } from '../words/mail-stops.ts'

function stopOf({ site }: PageContext, token: string): MailStop {
  const stop = readStopToken(site.context, token)
  if (stop === null) throw notFound()
  return stop
}

const send = ({ site }: PageContext, exchange: HttpExchange, html: string): void =>
  sendDocument(exchange, 200, site.headers.tokenPage(), html)

/** `GET /stop/{token}`: opening the link changes nothing. */
export async function showStop(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  const { of } = stopOf(pageContext, token)
  send(pageContext, exchange, stopPage({ assets: pageContext.assets, path: `/stop/${token}`, of }))
}

/** `POST /stop/{token}`: from the page, or from a mail program in one click (RFC 8058). */
export async function stopByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  await postedAnything(pageContext, exchange, true)
  const stop = stopOf(pageContext, token)
  if (!(await stopMails(pageContext.site.context, stop))) throw notFound()
  send(
    pageContext,
    exchange,
    stoppedPage({ assets: pageContext.assets, path: `/stop/${token}`, of: stop.of }),
  )
}

/** `POST /stop/{token}/undo`: takes it back. */
export async function allowByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  await postedAnything(pageContext, exchange)
  const stop = stopOf(pageContext, token)
  if (stop.of !== 'sharing') throw notFound()
  await allowMails(pageContext.site.context, stop)
  send(pageContext, exchange, allowedPage({ assets: pageContext.assets, path: `/stop/${token}` }))
}

interface StopPageProps {
  assets: Assets
  /** Of the page itself; posting to it stops the mails. */
  path: string
  of: MailStop['of']
}

export const stopPage = ({ assets, path, of }: StopPageProps): string =>
  tokenPage(
    assets,
    words[of].title,
    <>
      <p>{words[of].effect}</p>
      <form method="post" action={path} class="form">
        <Button kind="primary">{words.submit}</Button>
      </form>
    </>,
  )

/** `POST {path}/undo` takes back what has no page of its own. */
export const stoppedPage = ({ assets, path, of }: StopPageProps): string =>
  tokenPage(
    assets,
    words[of].stopped,
    of === 'comments' ? (
      <p>
        {words.again} <a href="/app/account">{words.account}</a>.
      </p>
    ) : (
      <form method="post" action={`${path}/undo`} class="form">
        <Button>{words.undo}</Button>
      </form>
    ),
  )

export const allowedPage = ({ assets, path }: Omit<StopPageProps, 'of'>): string =>
  tokenPage(
    assets,
    words.undone,
    <p>
      {words.undoneEffect} <a href={path}>{words.submit}</a>
    </p>,
  )
