// The list of people whom a page names, one a row, with what each of them may do.

import type { JSX } from 'preact'
import { colorOf } from '../../../domain/person-color.ts'
import { Avatar, Badge } from '../layout/controls.tsx'
import { Icon } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { shareWords as words } from '../words/share.ts'
import type { Sharing } from './share.ts'
import { useShareContext } from './use-sharing.ts'

export const PeopleWithAccess = (): JSX.Element => {
  const { now } = useShareContext()
  return (
    <div class="share-people">
      <h3 class="visually-hidden">{words.withAccess}</h3>
      <ul>
        <Owner {...now} />
        {now.artifact.sharedWith.map(address => (
          <Recipient key={address} address={address} />
        ))}
      </ul>
    </div>
  )
}

const Owner = ({ artifact: { owner }, reader }: Sharing): JSX.Element => (
  <li class="share-person">
    <Avatar
      name={owner.name}
      color={owner.color}
      kind={owner.kind === 'person' ? 'person' : 'organization'}
      silent
    />
    <span class="share-name cut">
      <UserText text={owner.name} />
      {owner.email === reader && <span class="muted"> {words.you}</span>}
    </span>
    <span class="small muted share-may">{words.owner}</span>
  </li>
)

/** Removing somebody who loses access by it asks first. */
const Recipient = ({ address }: { address: string }): JSX.Element => {
  const { now, propose } = useShareContext()
  const member = now.recipients.members.find(({ email }) => email === address)
  const name = member?.name ?? address
  const isOutside = now.recipients.outside.includes(address)
  const remove = words.remove(plain(name))
  return (
    <li class="share-person">
      <Avatar name={name} color={member?.color ?? colorOf(address)} silent />
      <span class="share-name cut" title={plain(address)}>
        <UserText text={name} />
      </span>
      {isOutside && <Badge tone="warn">{words.outside}</Badge>}
      <span class="small muted">{mayOf(now, isOutside, member?.role)}</span>
      <button
        type="button"
        class="tool small"
        aria-label={remove}
        title={remove}
        onClick={() => propose({ removeSharedWith: [address] })}
      >
        <Icon name="cross" />
      </button>
    </li>
  )
}

/** Says what a person may do. A person inside who is no member yet becomes a viewer on signing in. */
function mayOf({ limits }: Sharing, isOutside: boolean, role?: string): string {
  if (isOutside) return limits.allowExternalSharing ? words.canView : words.keptOut
  return role === undefined || role === 'viewer' ? words.canComment : words.canEdit
}
