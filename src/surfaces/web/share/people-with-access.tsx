// Who is named by a page and what each of them may do, one a row.

import type { JSX } from 'preact'
import { colorOf } from '../../../domain/person-color.ts'
import { sharePath } from '../layout/artifact-paths.ts'
import { Avatar, Badge } from '../layout/controls.tsx'
import { Form, Hidden } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { shareWords as words } from '../words/share.ts'
import type { SharePageProps } from './share-page.tsx'

export const PeopleWithAccess = (props: SharePageProps): JSX.Element => (
  <div class="share-people">
    <h2 class="visually-hidden">{words.withAccess}</h2>
    <ul>
      <Owner {...props} />
      {(props.artifact.sharedWith ?? []).map(address => (
        <Recipient key={address} address={address} of={props} />
      ))}
    </ul>
  </div>
)

const Owner = ({ artifact: { owner }, frame }: SharePageProps): JSX.Element => (
  <li class="share-person">
    <Avatar
      name={owner.name}
      color={owner.color}
      kind={owner.kind === 'person' ? 'person' : 'organization'}
      silent
    />
    <span class="share-name cut">
      <UserText text={owner.name} />
      {owner.email === frame.reader.email && <span class="muted"> {words.you}</span>}
    </span>
    <span class="small muted share-may">{words.owner}</span>
  </li>
)

/** Removing somebody who loses access by it asks first. */
const Recipient = ({ address, of }: { address: string; of: SharePageProps }): JSX.Element => {
  const member = of.recipients.members.find(({ email }) => email === address)
  const name = member?.name ?? address
  const isOutside = of.recipients.outside.includes(address)
  return (
    <li class="share-person" data-address={plain(address)}>
      <Avatar name={name} color={member?.color ?? colorOf(address)} silent />
      <span class="share-name cut" title={plain(address)}>
        <UserText text={name} />
      </span>
      {isOutside && <Badge tone="warn">{words.outside}</Badge>}
      <span class="small muted">{mayOf(of, isOutside, member?.role)}</span>
      <Form action={sharePath(of.artifact.shortId)}>
        <Hidden values={{ visibility: of.artifact.visibility, remove: address }} />
        <button
          type="submit"
          class="tool small"
          aria-label={words.remove(plain(name))}
          title={words.remove(plain(name))}
        >
          <Icon name="cross" />
        </button>
      </Form>
    </li>
  )
}

/** Whoever is inside and no member yet becomes a viewer on signing in. */
function mayOf({ limits }: SharePageProps, isOutside: boolean, role?: string): string {
  if (isOutside) return limits.allowExternalSharing ? words.canView : words.keptOut
  return role === undefined || role === 'viewer' ? words.canComment : words.canEdit
}
