// The comments' part of an artifact's page: the button of the header, the entry of the menu, and the empty panel.

import type { JSX } from 'preact'
import type { Actor } from '../../../domain/actor.ts'
import type { Artifact } from '../../../domain/artifact.ts'
import { may, maySeeComments } from '../../../domain/policy.ts'
import type { CommentsPage } from '../islands/comments/page.ts'
import type { ArtifactPageProps } from '../pages/artifact-page.tsx'
import { islands } from './document.tsx'
import { Icon } from './icon.tsx'

/** What the page shows of comments to this reader; an unclaimed page carries none. */
export function commentParts(
  actor: Actor,
  artifact: Artifact,
): Pick<ArtifactPageProps, 'actions' | 'menu' | 'panel' | 'scripts'> {
  if (artifact.organization === null) return {}
  const sees = maySeeComments(actor, artifact)
  const page: CommentsPage = {
    shortId: artifact.shortId,
    may: may(actor, 'comment', artifact),
    sees,
    signIn:
      actor.kind === 'anonymous' ? `/auth/sign-in?next=${encodeURIComponent(`/${artifact.shortId}`)}` : null,
  }
  return {
    actions: <OpenButton open={sees ? artifact.openThreadCount : 0} />,
    ...(page.may && { menu: <MenuEntry /> }),
    panel: (
      <aside
        id="comments"
        class="comments"
        aria-label="Comments"
        data-comments={JSON.stringify(page)}
        hidden
      />
    ),
    scripts: [islands.comments],
  }
}

const OpenButton = ({ open }: { open: number }): JSX.Element => (
  <button
    type="button"
    class="tool"
    data-comments-button
    aria-label={open > 0 ? `Comments, ${open} open` : 'Comments'}
    aria-expanded="false"
    aria-controls="comments"
    title="Comments (C)"
  >
    <Icon name="comment" size={18} />
    <span data-comments-count>{open > 0 ? open : ''}</span>
  </button>
)

const MenuEntry = (): JSX.Element => (
  <button type="button" class="menu-item" data-comment-page>
    <Icon name="comment" /> <span>Comment on the whole page</span>
  </button>
)
