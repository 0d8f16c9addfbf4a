// A form that tells whether one address can open a page, and why.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { Button, Field } from '../layout/form.tsx'
import { SettingsGroup } from '../layout/surfaces.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { accessWords as words } from '../words/details.ts'

/** The answer for one address: it can open the page or not, and the reasons. */
export interface Access {
  email: string
  canOpen?: boolean
  reasons?: readonly { code: string; sentence: string }[]
  /** The error in the address. */
  error?: string
}

interface AccessCheckProps {
  artifact: PresentedArtifact
  access?: Access | undefined
}

export const AccessCheck = ({ artifact, access }: AccessCheckProps): JSX.Element => (
  <SettingsGroup id="access" title={words.check}>
    <form method="get" action={`${settingsPath(artifact.shortId)}#access`} class="padded-form">
      <div class="ask-line two">
        <Field
          name="email"
          label={words.address}
          hint={words.checkHint}
          type="email"
          value={access?.email}
          errors={access?.error ? [{ field: 'email', message: access.error }] : []}
          maxLength={254}
          required
        />
        <Button>{words.submit}</Button>
      </div>
      {access?.reasons && <Answer {...access} reasons={access.reasons} />}
    </form>
  </SettingsGroup>
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
