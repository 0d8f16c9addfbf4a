// Who can open a page, with the way to share it, and whether one address can.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { settingsPath, sharePath } from '../layout/artifact-paths.ts'
import { LinkButton } from '../layout/controls.tsx'
import { Button, Field } from '../layout/form.tsx'
import { plain } from '../layout/text.ts'
import { audienceOf, UserText } from '../layout/words.tsx'
import { accessWords as words } from '../words/details.ts'

/** Whether an address can open it, and why. */
export interface Access {
  email: string
  canOpen?: boolean
  reasons?: readonly { code: string; sentence: string }[]
  /** What is wrong with the address. */
  error?: string
}

interface AudienceProps {
  artifact: PresentedArtifact
  access?: Access | undefined
}

export const Audience = ({ artifact, access }: AudienceProps): JSX.Element => (
  <section id="sharing" aria-labelledby="sharing-title">
    <h2 id="sharing-title">{words.title}</h2>
    <p>{audienceOf(artifact).meaning}</p>
    <p class="actions">
      <LinkButton href={sharePath(artifact.shortId)}>{words.share}</LinkButton>
    </p>
    <form method="get" action={`${settingsPath(artifact.shortId)}#access`} class="form" id="access">
      <Field
        name="email"
        label={words.check}
        hint={words.checkHint}
        type="email"
        value={access?.email}
        errors={access?.error ? [{ field: 'email', message: access.error }] : []}
        maxLength={254}
        required
      />
      <Button>{words.submit}</Button>
      {access?.reasons && <Answer {...access} reasons={access.reasons} />}
    </form>
  </section>
)

const Answer = ({
  email,
  canOpen,
  reasons,
}: Required<Omit<Access, 'error' | 'canOpen'>> & Access): JSX.Element => (
  <div class="answer" role="status">
    <p>
      <strong>
        <UserText text={email} /> {canOpen ? words.can : words.cannot}
      </strong>
    </p>
    <ul>
      {reasons.map(({ code, sentence }) => (
        <li key={code}>{plain(sentence)}</li>
      ))}
    </ul>
  </div>
)
