// The page that follows publishing without an account: the link, the claim link, and the way back.

import type { Assets } from '../layout/assets.ts'
import { CopyField } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { islands } from '../layout/document.tsx'
import { Button, Hidden } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { day, plain } from '../layout/text.ts'
import { published } from '../words/front-door.ts'

export interface PublishedPreview {
  shortId: string
  name: string
  url: string
  claimUrl: string
  editToken: string
  expiresAt: string
}

/** Returns the page. Its script puts the claim link in the place of the form's address, so that a reload publishes nothing again. */
export const publishedPreviewPage = (assets: Assets, preview: PublishedPreview): string =>
  editorHtml({
    assets,
    title: published.tab,
    scripts: [islands.frontDoor],
    children: (
      <>
        <div class="leaf-head">
          <h1>{published.title}</h1>
          <p class="lead" dir="auto">
            {published.lead(plain(preview.name), day(new Date(preview.expiresAt)))}
          </p>
        </div>
        <CopyField label={published.link} text={preview.url} />
        <LinkButton href={new URL(preview.url).pathname} kind="primary">
          {published.open}
        </LinkButton>
        <section aria-labelledby="keep">
          <h2 id="keep" class="heading">
            {published.keep}
          </h2>
          <p class="small soft">{published.keepLead}</p>
          <CopyField label={published.claimLink} text={preview.claimUrl} />
          <p>
            <a href={new URL(preview.claimUrl).pathname} data-claim-path>
              {published.signIn}
            </a>
          </p>
        </section>
        <form method="post" action="/preview/remove" class="line wrap">
          <Hidden values={{ shortId: preview.shortId, editToken: preview.editToken }} />
          <span class="muted small">{published.undoLead}</span>
          <Button size="small" icon="restore">
            {published.undo}
          </Button>
        </form>
      </>
    ),
  })
