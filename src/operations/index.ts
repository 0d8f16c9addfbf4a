// Every operation there is; surfaces, documents and tests are derived from this list.

import { me } from './account/account.ts'
import { connectApp, disconnectApp, listApps } from './account/apps.ts'
import { exchangeBuildToken } from './account/build-token.ts'
import { listIdentities, unlinkIdentity } from './account/identities.ts'
import { listKeys, makeKey, revokeKey } from './account/keys.ts'
import { changeMe, ownInvitations } from './account/profile.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
} from './account/second-factor.ts'
import { endOtherSessions, endSession, listSessions } from './account/sessions.ts'
import { access, reachesOutside, recipients } from './artifacts/access.ts'
import { requestAccess } from './artifacts/access-requests.ts'
import { publish, update } from './artifacts/artifacts.ts'
import { editing } from './artifacts/editors.ts'
import { drawing, linkPicture, miniatures } from './artifacts/miniatures.ts'
import { openPage } from './artifacts/open-page.ts'
import { live } from './artifacts/page-changes.ts'
import { putTexts, showTexts } from './artifacts/page-texts.ts'
import { claim, inspectClaim, publishPreview, removePreview, updatePreview } from './artifacts/previews.ts'
import { content, get, list, text } from './artifacts/read-artifacts.ts'
import { report } from './artifacts/report.ts'
import { search } from './artifacts/search.ts'
import { change } from './artifacts/sharing.ts'
import { copy, remove, undelete } from './artifacts/trash.ts'
import { createPublicUpload, createUpload } from './artifacts/uploads.ts'
import { diff, edit, restore, version, versions } from './artifacts/versions.ts'
import { addComment, changeComment, listComments, reattach, removeComment } from './comments/comments.ts'
import { listNames } from './comments/mentions.ts'
import { reopen, resolve } from './comments/resolve-thread.ts'
import { listThreadAnchors } from './comments/thread-anchors.ts'
import { events } from './feed/events.ts'
import type { Operation } from './kernel/operation.ts'
import { audit } from './organization/audit.ts'
import { listCiRules, makeCiRule, removeCiRule } from './organization/ci-rules.ts'
import { addDomain, inspectDomain, listDomains, removeDomain, verifyDomain } from './organization/domains.ts'
import {
  acceptInvitation,
  inspectInvitation,
  invite,
  listInvitations,
  revokeInvitation,
} from './organization/invitations.ts'
import { changeMember, inspectMember, listMembers, removeMember } from './organization/members.ts'
import { changeOrganization, changePolicy, readOrganization } from './organization/organization.ts'
import { deleteOrganization, restoreOrganization } from './organization/organization-end.ts'
import { policyReach } from './organization/policy-reach.ts'
import { serverStatus } from './organization/server-status.ts'
import { inspectGoverned, usage } from './organization/usage.ts'
import { listDeliveries, replayDelivery, testWebhook } from './webhooks/deliveries.ts'
import { changeWebhook, listWebhooks, makeWebhook, readWebhook, removeWebhook } from './webhooks/webhooks.ts'

/** Each operation by the name the code calls it by. */
export const operations = {
  publish,
  update,
  get,
  change,
  remove,
  undelete,
  content,
  drawing,
  linkPicture,
  miniatures,
  openPage,
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
  listPlaces: listThreadAnchors,
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
  recipients,
  reachesOutside,
  requestAccess,
  audit,
  events,
  listWebhooks,
  readWebhook,
  makeWebhook,
  changeWebhook,
  removeWebhook,
  testWebhook,
  listDeliveries,
  replayDelivery,
  live,
  editing,
  showTexts,
  putTexts,
  usage,
  serverStatus,
  inspectGoverned,
  makeKey,
  listKeys,
  revokeKey,
  listCiRules,
  makeCiRule,
  removeCiRule,
  exchangeBuildToken,
  connectApp,
  listApps,
  disconnectApp,
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
