// Who can open a page besides the people added to it, and who reads its comments: two lists that act as soon as one chooses.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { sharePath } from '../layout/artifact-paths.ts'
import { Button, Form } from '../layout/form.tsx'
import { Icon, type IconName } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { shareWords as words } from '../words/share.ts'
import type { SharePageProps } from './share-page.tsx'

const icons: Record<PresentedArtifact['visibility'], IconName> = {
  private: 'lock',
  company: 'company',
  public: 'globe',
}

/** What the policy forbids stays visible, with who can change it. */
export function GeneralAccess({ artifact, limits, question }: SharePageProps): JSX.Element {
  const chosen = question?.visibility ?? artifact.visibility
  const closed = !limits.allowPublic && artifact.visibility !== 'public'
  return (
    <Row
      artifact={artifact}
      icon={icons[artifact.visibility]}
      name="visibility"
      label={words.anyoneElse}
      step="audience"
      chosen={chosen}
      hint={limits.allowPublic ? undefined : words.publicOff}
      options={[
        ['company', words.everyoneAt(plain(limits.organization))],
        ['private', words.onlyAdded],
        ['public', words.anyone, closed],
      ]}
    />
  )
}

/** Once people from outside have access. */
export const CommentReaders = ({ artifact }: { artifact: PresentedArtifact }): JSX.Element => (
  <Row
    artifact={artifact}
    icon="comment"
    name="comments"
    label={words.readComments}
    step="comments"
    chosen={artifact.comments ?? 'internal'}
    options={[
      ['internal', words.membersOnly],
      ['shared', words.everyoneWithAccess],
    ]}
  />
)

interface RowProps {
  artifact: PresentedArtifact
  icon: IconName
  name: string
  label: string
  step: string
  chosen: string
  hint?: string | undefined
  options: readonly (readonly [value: string, word: string, disabled?: boolean])[]
}

/** Without a script its button sends it. */
const Row = ({ artifact, icon, name, label, step, chosen, hint, options }: RowProps): JSX.Element => (
  <Form action={sharePath(artifact.shortId)} class="share-row" data-save>
    <span class="avatar agent large" aria-hidden="true">
      <Icon name={icon} />
    </span>
    <div>
      <label class="small muted" for={`share-${name}`}>
        {label}
      </label>
      <span class="select bare">
        <select id={`share-${name}`} name={name} aria-describedby={hint && `share-${name}-hint`}>
          {options.map(([value, word, disabled]) => (
            <option key={value} value={value} selected={value === chosen} disabled={disabled}>
              {word}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      {hint && (
        <p class="hint" id={`share-${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
    <input type="hidden" name="step" value={step} />
    <Button size="small">{words.change}</Button>
  </Form>
)
