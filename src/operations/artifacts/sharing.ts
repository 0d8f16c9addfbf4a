// Settings of an artifact: name, look, labels, expiry, owner, and above all who can open it.
import { z } from 'zod'
import { type Artifact, theme } from '../../domain/artifact.ts'
import { type Audience, address, addresses, parseVisibility } from '../../domain/audience.ts'
import { asMember, may } from '../../domain/policy.ts'
import type { SettingsChange } from '../../storage/records.ts'
import { notifyOwner } from '../feed/notices.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type SubjectTask } from '../kernel/operation.ts'
import { findKeys, keyWarnings, type WithWarnings } from '../kernel/secret-scan.ts'
import { artifactSchema, presentArtifact } from './artifact-answer.ts'
import { permitAudience, requireGatedRoom } from './audience.ts'
import { audiencePreviewSchema, previewAudience } from './audience-preview.ts'
import { uniqueLabels } from './create-artifact.ts'
import { mailRecipients } from './sharing-mail.ts'

const settingsInput = z.strictObject({
  id: fields.id,
  name: fields.name.optional(),
  theme: fields.theme.optional(),
  visibility: fields.visibility.optional(),
  sharedWith: fields.sharedWith.optional().describe('Replaces the named people; an empty list names nobody'),
  addSharedWith: fields.sharedWith.optional().describe('Addresses to add'),
  removeSharedWith: fields.sharedWith.optional().describe('Addresses to remove'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('When it moves to the trash; null for never'),
  labels: fields.labels.optional(),
  historyVisible: z.boolean().optional().describe('Whether all readers see the history'),
  comments: z
    .enum(['internal', 'shared'])
    .optional()
    .describe('Whether people outside see comments; by default a widening keeps them internal'),
  owner: z.string().max(400).optional().describe('Email address of the member it is handed to'),
  notify: fields.notify,
  message: fields.message,
  dryRun: z.boolean().optional().describe('Change nothing; answer who would gain and who would lose access'),
})

type Settings = z.output<typeof settingsInput>

export const change = operation({
  name: 'change',
  summary: 'Change the settings of an artifact; makes no version.',
  input: settingsInput,
  output: z.union([artifactSchema, audiencePreviewSchema]).optional(),
  effect: 'write',
  access: { artifact: 'manage' },
  fails: [
    'plan_limit',
    'service_key_private',
    'public_artifacts_disabled',
    'external_sharing_disabled',
    'unknown_visibility',
    'malformed_address',
    'unknown_theme',
    'contains_key',
    'rate_limited',
  ],
  pretends: ({ dryRun }) => dryRun === true,
  rest: {
    method: 'PATCH',
    path: '/v1/artifacts/{id}',
    success: 200,
    noContent: 'An admin who may not read it handed it to somebody else',
    query: ['dryRun'],
    body: 'json',
  },
  mcp: {
    gap: 'update_artifact and update_sharing divide it: harmless settings and the audience',
  },
  cli: { gap: 'recto rename and recto share divide it; written by hand' },
  async run(task) {
    requireRights(task)
    const { rows, artifact, input, now, context, actor, requireAction } = task
    const owner = await handOver(task)
    const audience = await audienceChange(task)
    const settings: SettingsChange = {
      ...plainChanges(input, now),
      ...audience,
      ...(await commentsChange(task, audience)),
      ...(owner && { ownerId: owner.personId }),
    }
    const warned = await readersKeyWarnings(task, settings)
    // Gains and losses reveal who could read, so only a reader may ask for a dry run.
    if (input.dryRun) requireAction('read')
    if (input.dryRun) return previewAudience(rows, artifact, changed(artifact, settings, owner))
    await rows.artifacts.change(artifact.id, settings, now)
    if (audience) task.emitEvent('artifact.audience_changed', artifact, { visibility: audience.visibility })
    task.addAuditDetails(artifact.shortId, {
      changed: Object.keys(input).filter(field => !unrecorded.has(field)),
      ...(audience && audienceNote(artifact, audience)),
      ...(owner && { owner: { from: artifact.owner?.email ?? null, to: owner.email } }),
    })
    const current = (await rows.artifacts.find(artifact.shortId))!
    const changedSettings = settingsBetween(artifact, current)
    if (changedSettings.length > 0)
      task.emitEvent('artifact.settings_changed', artifact, { fields: changedSettings })
    const notified = await mailRecipients(task, current, namedAnew(artifact, current), input)
    // The former owner of a readable page knows what it says.
    if (!may(actor, 'read', artifact) && !may(actor, 'read', current)) return undefined
    return { ...presentArtifact(context, actor, current), ...warned, ...notified }
  },
})

/** Reads each setting, by the name that callers know it by; the audience has an event of its own. */
const settingIn: Record<string, (artifact: Artifact) => unknown> = {
  name: ({ name }) => name,
  theme: ({ theme }) => theme,
  labels: ({ labels }) => labels.join('\0'),
  expiresAt: ({ expiresAt }) => expiresAt,
  owner: ({ owner }) => owner?.personId,
  comments: ({ commentsShared }) => commentsShared,
  historyVisible: ({ historyVisible }) => historyVisible,
}

/** The names of the settings that differ. */
const settingsBetween = (before: Artifact, after: Artifact): string[] =>
  Object.keys(settingIn).filter(field => settingIn[field]!(before) !== settingIn[field]!(after))

/** Input fields that are no setting. */
const unrecorded: ReadonlySet<string> = new Set(['id', 'dryRun', 'notify', 'message'])

const namedAnew = (before: Audience, after: Audience): string[] =>
  after.sharedWith.filter(email => !before.sharedWith.includes(email))

/** Describes a change of audience for the audit: from where to where. The addresses are for those who share the page. */
const audienceNote = (before: Audience, after: Audience) => ({
  visibility: { from: before.visibility, to: after.visibility },
  added: namedAnew(before, after).length,
  removed: namedAnew(after, before).length,
})

/** The artifact as the change would leave it, as far as readers are concerned. */
const changed = (
  artifact: Artifact,
  { visibility = artifact.visibility, sharedWith = artifact.sharedWith }: SettingsChange,
  owner: Artifact['owner'],
): Artifact => ({ ...artifact, visibility, sharedWith: [...sharedWith], owner: owner ?? artifact.owner })

/** Readers who come in by the change must not find a key that works, and a new name must not hold one. */
async function readersKeyWarnings(
  task: SubjectTask<Settings>,
  { visibility, historyVisible, name }: SettingsChange,
): Promise<WithWarnings> {
  const { artifact, rows } = task
  const isShownToMore = visibility !== undefined || historyVisible !== undefined
  if (!isShownToMore && name === undefined) return {}
  const shown = (historyVisible ?? artifact.historyVisible) ? 'any' : artifact.version
  const inVersions = isShownToMore ? await rows.versions.keyHashes(artifact.id, shown) : []
  const keyHashes = [...inVersions, ...findKeys(name ?? artifact.name)]
  return keyWarnings(task, keyHashes, visibility ?? artifact.visibility)
}

const audienceFields = ['visibility', 'sharedWith', 'addSharedWith', 'removeSharedWith'] as const
const sharingFields = [...audienceFields, 'comments'] as const
const plainFields = ['name', 'theme', 'labels', 'historyVisible'] as const

function requireRights({ input, requireAction }: SubjectTask<Settings>): void {
  const asks = (names: readonly (keyof Settings)[]) => names.some(name => input[name] !== undefined)
  if (asks(sharingFields)) requireAction('share')
  if (input.owner !== undefined) requireAction('handOver')
  if (input.expiresAt !== undefined) requireAction('expire')
  if (asks(plainFields) || !asks([...sharingFields, 'owner', 'expiresAt'])) requireAction('settings')
}

function plainChanges(input: Settings, now: number): SettingsChange {
  const { name, labels, historyVisible } = input
  return {
    ...(name !== undefined && { name }),
    ...(input.theme !== undefined && { theme: theme(input.theme) }),
    ...(labels && { labels: uniqueLabels(labels) }),
    ...(historyVisible !== undefined && { historyVisible }),
    ...(input.expiresAt !== undefined && { expiresAt: expiry(input.expiresAt, now) }),
  }
}

function expiry(text: string | null, now: number): number | null {
  if (text === null) return null
  const time = Date.parse(text)
  return time > now ? time : fields.refuse('expiresAt', 'must lie in the future')
}

/** The audience after the change, permitted and with room; null if none was asked for. */
async function audienceChange(task: SubjectTask<Settings>): Promise<Audience | null> {
  const { artifact, input, rows } = task
  if (audienceFields.every(field => input[field] === undefined)) return null
  const audience = changedAudience(artifact, input)
  const organization = (await rows.people.lockOrganization(asMember(task.actor).organizationId))!
  await permitAudience(rows, asMember(task.actor), organization, audience)
  await requireGatedRoom(rows, organization, audience.visibility, task.now, artifact)
  return audience
}

/** New outsiders see the comments only if the change says so (contract section 5). */
async function commentsChange(
  { artifact, input, rows }: SubjectTask<Settings>,
  after: Audience | null,
): Promise<SettingsChange> {
  if (input.comments !== undefined) return { commentsShared: input.comments === 'shared' }
  if (!after || !artifact.commentsShared || !artifact.organization) return {}
  const opened = after.visibility === 'public' && artifact.visibility !== 'public'
  const added = namedAnew(artifact, after)
  const insiders = added.length > 0 ? await rows.people.insiders(artifact.organization.id, added) : []
  return opened || added.some(email => !insiders.includes(email)) ? { commentsShared: false } : {}
}

/** Words and lists applied to the audience there is (contract section 3, Audience). */
function changedAudience(before: Audience, input: Settings): Audience {
  const asked = input.visibility === undefined ? null : parseVisibility(input.visibility)
  const base = input.sharedWith ? addresses(input.sharedWith) : (asked?.sharedWith ?? before.sharedWith)
  const removed = addresses(input.removeSharedWith ?? [])
  const named = [
    ...base,
    ...(input.sharedWith ? (asked?.sharedWith ?? []) : []),
    ...(input.addSharedWith ?? []),
  ]
  return {
    visibility: asked?.visibility ?? before.visibility,
    sharedWith: addresses(named).filter(email => !removed.includes(email)),
  }
}

async function handOver(task: SubjectTask<Settings>): Promise<Artifact['owner']> {
  const { artifact, input, rows } = task
  if (input.owner === undefined || !artifact.organization) return null
  const person = await rows.people.personByEmail(address(input.owner))
  const role = person && (await rows.members.hold(artifact.organization.id, person.id))
  if (!role || role === 'viewer')
    return fields.refuse('owner', 'must be the address of a member of the organization')
  if (!input.dryRun)
    await notifyOwner(
      task,
      'handed a page of yours to somebody else',
      `It belongs to ${person.name} (${person.email}) now.`,
    )
  return { personId: person.id, name: person.name, email: person.email }
}
