// The acts of the audit in plain words; what has none is shown by its name.

const words: Readonly<Record<string, string>> = {
  publish: 'Published',
  update: 'Saved a version',
  edit: 'Edited passages',
  restore: 'Restored a version',
  copy: 'Copied',
  change: 'Changed settings',
  delete: 'Moved to the trash',
  undelete: 'Brought back from the trash',
  view: 'Opened',
  createUpload: 'Announced a file',
  claim: 'Kept a preview',
  changeMe: 'Changed name or organization',
  changeOrganization: 'Changed the organization',
  changePolicy: 'Changed the policy',
  deleteOrganization: 'Deleted the organization',
  restoreOrganization: 'Brought the organization back',
  changeMember: 'Changed a role',
  removeMember: 'Removed a member',
  invite: 'Invited',
  revokeInvitation: 'Withdrew an invitation',
  acceptInvitation: 'Accepted an invitation',
  join: 'Joined by signing in',
  addDomain: 'Named a domain',
  verifyDomain: 'Verified a domain',
  removeDomain: 'Removed a domain',
  makeKey: 'Made a key',
  revokeKey: 'Revoked a key',
  endSession: 'Ended a session',
  endOtherSessions: 'Ended all other sessions',
  beginSecondFactor: 'Began a second factor',
  confirmSecondFactor: 'Switched a second factor on',
  endSecondFactor: 'Switched a second factor off',
  addComment: 'Commented',
  changeComment: 'Changed a comment',
  removeComment: 'Deleted a comment',
  reattach: 'Attached a comment again',
  resolve: 'Resolved a thread',
  reopen: 'Reopened a thread',
  report: 'Reported abuse',
  'admin.plan': 'Changed the plan',
  'admin.takedown': 'Took a page down',
  'admin.restore': 'Put a page back',
}

/** What was done, as people say it. */
export const actWords = (action: string): string => (Object.hasOwn(words, action) ? words[action]! : action)

/** Everything one can look for, by name. */
export const acts: readonly (readonly [name: string, words: string])[] = Object.entries(words)
