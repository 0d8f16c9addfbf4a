// The dialog in which a page is shared: whom it names, who else can open it, and what a change would do before it is made.

import type { JSX } from 'preact'
import { settingsPath } from '../layout/artifact-paths.ts'
import { buttonClass } from '../layout/controls.tsx'
import { Icon } from '../layout/icon.tsx'
import { modal } from '../layout/modal.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { shareWords as words } from '../words/share.ts'
import { CommentReaders, GeneralAccess } from './general-access.tsx'
import { Invite } from './invite.tsx'
import { PeopleWithAccess } from './people-with-access.tsx'
import { Qr } from './qr.tsx'
import { QuestionCard } from './question-card.tsx'
import type { Sharing } from './share.ts'
import { isSeenOutside, readSharing, ShareContext, useSharing } from './use-sharing.ts'

const { dialog, open } = modal('dialog share-dialog', '#share-title')

/** Opens it for the page with this id; `add` stands in the field for people. */
export async function openShare(id: string, add = ''): Promise<void> {
  const sharing = await readSharing(id)
  open(<Share first={sharing} />)
  const field = dialog.querySelector<HTMLInputElement>('#share-add')!
  field.value = plain(add)
  field.focus()
}

const Share = ({ first }: { first: Sharing }): JSX.Element => {
  const sharing = useSharing(first)
  const { artifact, limits, recipients } = sharing.now
  return (
    <ShareContext.Provider value={sharing}>
      <section id="share" class="share" tabIndex={-1}>
        <h2 id="share-title" class="cut" title={plain(artifact.name)}>
          {words.title('“')}
          <UserText text={artifact.name} />”
        </h2>
        <button
          type="button"
          class="tool share-close"
          title={words.close}
          aria-label={words.close}
          onClick={() => dialog.close()}
        >
          <Icon name="cross" />
        </button>
        {sharing.said && (
          <p class="flash" role="status" key={sharing.said.number}>
            {sharing.said.text}
          </p>
        )}
        <Invite />
        {!limits.allowExternalSharing && recipients.outside.length > 0 && (
          <p class="hint share-hint">{words.closedOutside(recipients.outside.length)}</p>
        )}
        <PeopleWithAccess />
        <div class="share-else">
          <GeneralAccess />
          {isSeenOutside(sharing.now) && <CommentReaders />}
          {sharing.failure && (
            <p class="field-error" role="alert">
              <Icon name="warning" />
              <span>{plain(sharing.failure)}</span>
            </p>
          )}
          {sharing.question?.effects && (
            <QuestionCard {...sharing.question} effects={sharing.question.effects} />
          )}
        </div>
        <Foot {...artifact} />
      </section>
    </ShareContext.Provider>
  )
}

/** Copying the link changes nobody's access. */
const Foot = ({ shortId, url }: Sharing['artifact']): JSX.Element => (
  <div class="share-foot">
    <button type="button" class={buttonClass()} data-copy={url}>
      <Icon name="link" />
      <span data-copy-label>{words.copyLink}</span>
    </button>
    <details>
      <summary class="tool" title={words.qr}>
        <Icon name="qr" />
        <span class="visually-hidden">{words.qr}</span>
      </summary>
      <Qr text={url} label={words.qrOf(url)} />
    </details>
    <a class="small soft" href={settingsPath(shortId)}>
      {words.settings}
    </a>
  </div>
)
