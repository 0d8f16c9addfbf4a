// Moving a page to the trash, after it was said what that does.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { Question } from '../layout/question.tsx'
import { counted, day } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { deletionWords as words } from '../words/details.ts'

/** Milliseconds that a page stays in the trash. */
const KEPT = 30 * 86_400_000

/** `POST {path}/delete` */
export const Deletion = ({ artifact, now }: { artifact: PresentedArtifact; now: Date }): JSX.Element => (
  <section id="delete" aria-labelledby="delete-title">
    <h2 id="delete-title">{words.title}</h2>
    <p>{words.hint(counted(artifact.version, 'version'))}</p>
    <div class="actions">
      <Question
        id="delete-dialog"
        opens={words.delete}
        className="button danger"
        title={words.ask}
        action={`${settingsPath(artifact.shortId)}/delete`}
        confirm={words.confirm}
        kind="danger"
      >
        <strong>
          <UserText text={artifact.name} />
        </strong>{' '}
        {words.effect} {words.until(day(new Date(now.getTime() + KEPT)))}
      </Question>
    </div>
  </section>
)
