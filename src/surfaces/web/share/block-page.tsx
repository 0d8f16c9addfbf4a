// What a request for access leads to when its reader wants no more of them: one button that blocks the sender, and what it did.

import type { Assets } from '../layout/assets.ts'
import { Button } from '../layout/form.tsx'
import { tokenPage } from '../layout/token-page.tsx'
import { UserText } from '../layout/words.tsx'

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
    'Block requests for access',
    <>
      <p>
        You will get no more mail when <UserText text={email} /> asks to open a page of yours. They are not
        told. You can still share pages with them.
      </p>
      <form method="post" action={path} class="form">
        <Button kind="primary">Block these requests</Button>
      </form>
    </>,
  )

/** `POST {path}/undo` takes it back. */
export const blockedPage = ({ assets, path, email }: BlockPageProps): string =>
  tokenPage(
    assets,
    'Requests are blocked',
    <>
      <p>
        Requests of <UserText text={email} /> reach you no more.
      </p>
      <form method="post" action={`${path}/undo`} class="form">
        <Button>Unblock</Button>
      </form>
    </>,
  )

export const unblockedPage = ({ assets, email }: BlockPageProps): string =>
  tokenPage(
    assets,
    'Requests come again',
    <p>
      You get a mail again when <UserText text={email} /> asks to open a page of yours.
    </p>,
  )
