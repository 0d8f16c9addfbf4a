// The words of members, invitations and one member.

const keysStop = (count: number): string =>
  count === 0 ? '' : count === 1 ? ' and 1 key stops working' : ` and ${count} keys stop working`

export const peopleWords = {
  title: 'Members',
  member: 'Member',
  you: 'You',
  search: 'Search members',
  searchHint: 'Name or address',
  find: 'Search',
  noMatch: 'No members match',
  noMatchHint: 'No name and no address contains this text.',
  clear: 'Clear search',
  active: 'Active',
  notActive: 'Not active lately',
  joined: 'Joined',
  invite: 'Invite people',
  email: 'Email address',
  role: 'Role',
  roles:
    'Members publish and comment. Admins also manage members, domains and keys. The link works for 14 days, for this address only.',
  send: 'Invite',
  invited: 'Invited',
  noInvitations: 'No open invitations',
  invitedBy: 'Invited by',
  expires: (day: string) => `expires ${day}`,
  expired: 'expired',
  again: 'Send again',
  sendAgain: (email: string) => `Send again to ${email}`,
  withdraw: 'Withdraw',
  withdrawFrom: (email: string) => `Withdraw the invitation to ${email}`,
  sent: 'Invitation sent',
  sentAgain: 'Invitation sent again. The earlier link no longer works.',
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  roleChanged: 'Role changed',
  removed: 'Member removed. Their sessions and keys no longer work.',
  address: 'Address',
  lastSeen: 'Last active',
  owns: 'Owns',
  changeRole: 'Change role',
  ownersOnly: 'Only an owner changes or removes an owner.',
  remove: (organization: string) => `Remove from ${organization}`,
  removeHint: (keys: number) =>
    `Their sessions end at once${keysStop(keys)}. They lose every page shared with them here. We tell them by email, and you can invite them again.`,
  leave: (organization: string) => `Leave ${organization}`,
  leaveHint: (keys: number) =>
    `Your sessions here end at once${keysStop(keys)}. You need an invitation to come back.`,
  leaveButton: 'Leave organization',
  lastOwner: 'You are the only owner, so you cannot leave.',
  makeOwner: 'Make another member an owner',
  orDelete: 'first, or',
  deleteOrganization: 'delete the organization',
  heir: (pages: string) => `Who takes over ${pages}`,
  heirHint: 'Links, versions and access stay as they are.',
  heirAddressHint: 'The address of a member. Links, versions and access stay as they are.',
} as const

/** Name of each role, and what it lets somebody do. */
export const roleWords = {
  owner: { word: 'Owner', meaning: 'Full control, including deleting the organization.' },
  admin: { word: 'Admin', meaning: 'Manages members, domains and keys.' },
  member: { word: 'Member', meaning: 'Publishes, comments, and edits pages open to the organization.' },
  viewer: { word: 'Viewer', meaning: 'Reads and comments. Joined by an email domain of the organization.' },
} as const
