// Two lists for a page: who can open it besides the people added, and who reads its comments. Each acts at once.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { Icon, type IconName } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { shareWords as words } from '../words/share.ts'
import { useShareContext } from './use-sharing.ts'

const icons: Record<PresentedArtifact['visibility'], IconName> = {
  private: 'lock',
  company: 'company',
  public: 'globe',
}

/** The list of who can open the page. A choice that the policy forbids stays visible, with who can change the policy. */
export function GeneralAccess(): JSX.Element {
  const { now, question, propose } = useShareContext()
  const { artifact, limits } = now
  const closed = !limits.allowPublic && artifact.visibility !== 'public'
  return (
    <Row
      icon={icons[artifact.visibility]}
      name="visibility"
      label={words.anyoneElse}
      chosen={question?.change.visibility ?? artifact.visibility}
      hint={limits.allowPublic ? undefined : words.publicOff}
      options={[
        ['company', words.everyoneAt(plain(limits.organization))],
        ['private', words.onlyAdded],
        ['public', words.anyone, closed],
      ]}
      onChoose={visibility => propose({ visibility })}
    />
  )
}

/** Once people from outside have access. */
export function CommentReaders(): JSX.Element {
  const { now, shareComments } = useShareContext()
  return (
    <Row
      icon="comment"
      name="comments"
      label={words.readComments}
      chosen={now.artifact.comments ?? 'internal'}
      options={[
        ['internal', words.membersOnly],
        ['shared', words.everyoneWithAccess],
      ]}
      onChoose={shareComments}
    />
  )
}

interface RowProps<Value extends string> {
  icon: IconName
  name: string
  label: string
  chosen: Value
  hint?: string | undefined
  options: readonly (readonly [value: Value, word: string, disabled?: boolean])[]
  onChoose(value: Value): void
}

function Row<Value extends string>(row: RowProps<Value>): JSX.Element {
  const { icon, name, label, chosen, hint, options, onChoose } = row
  return (
    <div class="share-row">
      <span class="avatar agent large" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div>
        <label class="small muted" for={`share-${name}`}>
          {label}
        </label>
        <span class="select bare">
          <select
            id={`share-${name}`}
            value={chosen}
            aria-describedby={hint && `share-${name}-hint`}
            onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
          >
            {options.map(([value, word, disabled]) => (
              <option key={value} value={value} disabled={disabled}>
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
    </div>
  )
}
