// What the last line of a mail about comments opens: one button that stops these mails, and what it did.

import type { Assets } from '../assets.ts'
import { deskHtml } from '../components/desk.tsx'
import { Button } from '../components/form.tsx'

/** `POST {path}` stops them. Served with the headers of a token page. */
export const stopPage = ({ assets, path }: { assets: Assets; path: string }): string =>
  deskHtml({
    assets,
    title: 'Stop mails about comments',
    children: (
      <>
        <h1>Stop mails about comments</h1>
        <p>
          You will get no more mail when somebody names or answers you, resolves a thread of yours, or
          comments on your page. Codes for signing in and what concerns your account still come.
        </p>
        <form method="post" action={path} class="form">
          <Button kind="primary">Stop these mails</Button>
        </form>
      </>
    ),
  })

export const stoppedPage = (assets: Assets): string =>
  deskHtml({
    assets,
    title: 'Stopped',
    children: (
      <>
        <h1>No more mails about comments</h1>
        <p>
          To have them again, or all of a day in one mail, choose so on your{' '}
          <a href="/app/account">account page</a>.
        </p>
      </>
    ),
  })
