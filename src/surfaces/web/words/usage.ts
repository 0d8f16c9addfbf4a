// The words of plan and usage, and of a private page of somebody else as owners and admins see it.

const capacity = 'move to Solo, Pro or Enterprise.'

/** Says what is used of a plan that counts pages, and what to do when nothing is left. */
function gatedHint(count: number, limit: number | null): string {
  if (limit === null) return 'Without a limit on your plan.'
  if (count < limit) return 'Pages in the trash don’t count.'
  return count === limit
    ? `Your plan is full. To add another one, make one public, delete one, or ${capacity}`
    : `They are more than the plan holds, and all stay as they are. To add another one, get below ${limit}, or ${capacity}`
}

export const usageWords = {
  title: 'Plan and usage',
  onPlan: 'is on the',
  plan: 'plan. Viewers and public pages are unlimited on every plan.',
  gated: 'Company and private pages',
  gatedCount: (count: number, limit: number | null) => (limit === null ? `${count}` : `${count} of ${limit}`),
  gatedHint,
  used: 'In use',
  public: 'Public pages',
  trashed: 'Pages in the trash',
  stored: 'Storage',
  storedHint: 'All versions of all pages.',
  members: 'Members',
  viewers: 'Viewers',
  viewersHint: 'They joined by an email domain.',
  plans: 'Plans',
  plansCaption: 'What each plan includes',
  planColumn: 'Plan',
  yours: 'Yours',
  unlimited: 'unlimited',
  fileSize: 'Largest file',
  scopedKeys: 'Keys with permissions',
  providers: 'Google and Microsoft',
  audit: 'Audit log',
  auditForever: 'kept forever',
  auditViews: 'Log of views',
  yes: 'yes',
  no: 'no',
  plansHint: 'The operator of this server changes your plan. A smaller plan takes nothing away.',
  largest: 'Largest pages',
  largestHint:
    'Of other people’s private pages you see only name, size and owner. Open one to transfer or delete it.',
  inTrash: 'in the trash',
  ofOrganization: 'Owned by the organization',
  nothing: 'No pages yet',
  handed: 'The page belongs to its new owner. The one before got an email.',
  deleted: 'Moved to the trash. Its owner got an email and can restore it for 30 days.',
} as const

export const governedWords = {
  title: 'A private page',
  hint: 'The page is private, so this is all you see of it. Its owner gets an email that names you, and the audit log keeps what you do.',
  owner: 'Owner',
  size: 'Size',
  steps: 'Transfer or delete',
  transfer: 'Transfer page',
  newOwner: 'New owner',
  newOwnerHint: 'The address of a member. Link, versions and access stay as they are.',
  delete: 'Delete this page',
  deleteButton: 'Delete page',
  deleteHint: 'The page moves to the trash. Its owner can restore it for 30 days.',
} as const
