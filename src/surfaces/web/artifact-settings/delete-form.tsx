// Moving a page to the trash, after it was said what that does.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { Question } from '../layout/question.tsx'
import { Setting } from '../layout/surfaces.tsx'
import { counted, day } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { deletionWords as words } from '../words/details.ts'

/** Milliseconds that a page stays in the trash. */
const KEPT = 30 * 86_400_000

/** `POST {path}/delete` */
export const Deletion = ({ artifact, now }: { artifact: PresentedArtifact; now: Date }): JSX.Element => (
  <Setting label={words.title} hint={words.hint(counted(artifact.version, 'version'))}>
    <div id="delete">
      <Question
        id="delete-dialog"
        opens={words.delete}
        className="button danger"
        title={words.ask}
        action={`${settingsPath(artifact.shortId)}/delete`}
        confirm={words.confirm}
        kind="danger"
      >
        <strong data-artifact-name>
          <UserText text={artifact.name} />
        </strong>{' '}
        {words.effect} {words.until(day(new Date(now.getTime() + KEPT)))}
      </Question>
    </div>
  </Setting>
)
