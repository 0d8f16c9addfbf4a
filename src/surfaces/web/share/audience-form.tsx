// Parts of the forms about who can open something: the policy's limits, who reads comments, and the effects of a change.

import type { JSX } from 'preact'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { Choice } from '../layout/form.tsx'
import { UserText } from '../layout/words.tsx'
import { effect } from '../words/audience.ts'
import { audienceFormWords as words } from '../words/share.ts'

export interface AudienceLimits {
  organization: string
  allowPublic: boolean
  allowExternalSharing: boolean
}

type Policy = Pick<AudienceLimits, 'allowPublic' | 'allowExternalSharing'>

/** Returns the audiences that the policy of the organization allows; none where there is no policy. */
export const audienceLimits = (
  organization: { name: string } | null | undefined,
  policy: Policy | null | undefined,
): AudienceLimits => ({
  organization: organization?.name ?? '',
  allowPublic: policy?.allowPublic ?? false,
  allowExternalSharing: policy?.allowExternalSharing ?? false,
})

/** The field `comments`: who reads them once people from outside have access. */
export const CommentsChoice = ({ value }: { value: 'internal' | 'shared' }): JSX.Element => (
  <Choice
    name="comments"
    legend={words.comments}
    value={value}
    options={[
      { value: 'internal', label: words.membersOnly },
      { value: 'shared', label: words.everyone },
    ]}
  />
)

/** The people who gain and who lose access, shown before it happens. */
export const Effects = ({ foreseen }: { foreseen: AudiencePreview }): JSX.Element => (
  <div class="effects">
    {foreseen.gains.length + foreseen.loses.length === 0 && <p>{words.noEffect}</p>}
    <Side title={summary(foreseen.loses, 'lose')} changes={foreseen.loses} className="loses" />
    <Side title={summary(foreseen.gains, 'gain')} changes={foreseen.gains} className="gains" />
  </div>
)

export type Changes = AudiencePreview['gains']

interface SideProps {
  title: string
  changes: Changes
  className: string
}

const Side = ({ title, changes, className }: SideProps): JSX.Element | null =>
  changes.length === 0 ? null : (
    <div class={className}>
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {changes.filter(isNamed).map(({ text, addresses = [] }) => (
          <li key={text}>
            <UserText text={text} />
            {addresses.length > 1 && (
              <>
                {': '}
                {addresses.map((address, index) => (
                  <span key={address}>
                    {index > 0 && ', '}
                    <UserText text={address} />
                  </span>
                ))}
              </>
            )}
            {addresses.length === 1 && addresses[0] !== text && (
              <>
                {': '}
                <UserText text={addresses[0]!} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )

/** The line above says it of everyone already. */
const isNamed = ({ kind }: Changes[number]): boolean => kind !== 'everyone'

/** `3 people lose access`, or `Everyone loses access` where they cannot be counted. */
export function summary(changes: Changes, verb: 'gain' | 'lose'): string {
  if (changes.some(({ kind }) => kind === 'everyone')) return effect.everyone(verb)
  const known = changes.every(({ count }) => count !== undefined)
  const count = changes.reduce((sum, change) => sum + (change.count ?? 0), 0)
  return effect.people(verb, known ? count : null)
}
