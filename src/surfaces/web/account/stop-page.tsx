// What the last line of a mail opens: one button that stops mails of its kind, and what it did.

import type { MailStop } from '../../../operations/feed/mail-stop.ts'
import type { Assets } from '../layout/assets.ts'
import { Button } from '../layout/form.tsx'
import { tokenPage } from '../layout/token-page.tsx'

interface StopPageProps {
  assets: Assets
  /** Of the page itself; posting to it stops the mails. */
  path: string
  of: MailStop['of']
}

const words = {
  comments: {
    title: 'Stop mails about comments',
    effect:
      'You will get no more mail when somebody names or answers you, resolves a thread of yours, or comments on your page. Codes for signing in and what concerns your account still come.',
    stopped: 'No more mails about comments',
  },
  sharing: {
    title: 'Stop mails about shared pages',
    effect:
      'You will get no more mail from here when somebody shares a page with you, whoever it is. The pages still open for you, and codes for signing in still come.',
    stopped: 'No more mails about shared pages',
  },
} as const

/** `POST {path}` stops them. Served with the headers of a token page. */
export const stopPage = ({ assets, path, of }: StopPageProps): string =>
  tokenPage(
    assets,
    words[of].title,
    <>
      <p>{words[of].effect}</p>
      <form method="post" action={path} class="form">
        <Button kind="primary">Stop these mails</Button>
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
        To have them again, or all of a day in one mail, choose so on your{' '}
        <a href="/app/account">account page</a>.
      </p>
    ) : (
      <form method="post" action={`${path}/undo`} class="form">
        <Button>Send them again</Button>
      </form>
    ),
  )

export const allowedPage = ({ assets, path }: Omit<StopPageProps, 'of'>): string =>
  tokenPage(
    assets,
    'Mails about shared pages come again',
    <p>
      You get a mail when somebody shares a page with you. <a href={path}>Stop them</a>
    </p>,
  )
