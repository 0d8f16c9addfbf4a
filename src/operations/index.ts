// Every operation there is; surfaces, documents and tests are derived from this list.
import { report } from './abuse.ts'
import { access } from './access.ts'
import { requestAccess } from './access-requests.ts'
import { me } from './account.ts'
import { publish, update } from './artifacts.ts'
import { audit } from './audit.ts'
import { addComment, changeComment, listComments, reattach, removeComment } from './comments.ts'
import { addDomain, inspectDomain, listDomains, removeDomain, verifyDomain } from './domains.ts'
import { editing } from './editing.ts'
import { events } from './events.ts'
import { listIdentities, unlinkIdentity } from './identities.ts'
import { putTexts, showTexts } from './in-place.ts'
import {
  acceptInvitation,
  inspectInvitation,
  invite,
  listInvitations,
  revokeInvitation,
} from './invitations.ts'
import { listKeys, makeKey, revokeKey } from './keys.ts'
import { live } from './live.ts'
import { changeMember, inspectMember, listMembers, removeMember } from './members.ts'
import { listNames } from './mentions.ts'
import type { Operation } from './operation.ts'
import { changeOrganization, changePolicy, readOrganization } from './organization.ts'
import { deleteOrganization, restoreOrganization } from './organization-end.ts'
import { listPlaces } from './places.ts'
import { policyReach } from './policy-reach.ts'
import { claim, inspectClaim, publishPreview, removePreview, updatePreview } from './previews.ts'
import { changeMe, ownInvitations } from './profile.ts'
import { content, get, list, text } from './reading.ts'
import { reopen, resolve } from './resolving.ts'
import { search } from './search.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, readSecondFactor } from './second-factor.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { change } from './sharing.ts'
import { copy, remove, undelete } from './trash.ts'
import { createPublicUpload, createUpload } from './uploads.ts'
import { inspectGoverned, usage } from './usage.ts'
import { diff, edit, restore, version, versions } from './versions.ts'

/** Each operation by the name the code calls it by. */
export const operations = {
  publish,
  update,
  get,
  change,
  remove,
  undelete,
  content,
  text,
  edit,
  list,
  search,
  versions,
  version,
  restore,
  diff,
  copy,
  listComments,
  listPlaces,
  listNames,
  addComment,
  changeComment,
  removeComment,
  reattach,
  resolve,
  reopen,
  createUpload,
  createPublicUpload,
  publishPreview,
  updatePreview,
  removePreview,
  claim,
  inspectClaim,
  me,
  changeMe,
  ownInvitations,
  readOrganization,
  changeOrganization,
  changePolicy,
  policyReach,
  deleteOrganization,
  restoreOrganization,
  listMembers,
  inspectMember,
  changeMember,
  removeMember,
  listInvitations,
  invite,
  revokeInvitation,
  inspectInvitation,
  acceptInvitation,
  listDomains,
  inspectDomain,
  addDomain,
  verifyDomain,
  removeDomain,
  report,
  access,
  requestAccess,
  audit,
  events,
  live,
  editing,
  showTexts,
  putTexts,
  usage,
  inspectGoverned,
  makeKey,
  listKeys,
  revokeKey,
  listSessions,
  endSession,
  endOtherSessions,
  listIdentities,
  unlinkIdentity,
  readSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
} as const satisfies Record<string, Operation>

/** All of them, in the order of documents and menus. */
export const allOperations: readonly Operation[] = Object.values(operations)
