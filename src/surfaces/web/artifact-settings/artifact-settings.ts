// Everything that is done to one artifact by forms: audience, settings, owner, deletion.

import { addressesIn } from '../../../domain/pasted-addresses.ts'
import { operations } from '../../../operations/index.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import {
  attempt,
  fieldsOf,
  finish,
  isPerson,
  type PageRequest,
  performed,
  type Refused,
  type Section,
} from '../page/dashboard.ts'
import { outsiders, previewAudience, widens } from '../share/audience-effect.ts'
import type { AudienceValues } from '../share/audience-form.tsx'
import { common } from '../words/common.ts'
import { type SettingsValues, settingsOf } from './artifact-forms.tsx'
import { sendSettings } from './artifact-settings-view.ts'

export const artifactSettings: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: isPerson,
  routes: {
    'GET /app/artifacts/:id': request => sendSettings(request, 200),
    'POST /app/artifacts/:id/sharing': changeSharing,
    'POST /app/artifacts/:id/settings': changeSettings,
    'POST /app/artifacts/:id/owner': handOver,
    'POST /app/artifacts/:id/delete': deleteArtifact,
  },
  done: {
    published: 'It is published. This is its address.',
    warned: 'It is published. It contains an API key of this server that works: whoever reads it can use it.',
    shared: 'The audience is saved. It holds from now on, also for pages that are open.',
    saved: 'Saved.',
    edited: 'Your text is the current version now.',
    merged: 'Saved. Somebody had saved meanwhile; both changes are in the current version now.',
  },
}

const idOf = ({ params }: PageRequest): string => params.id ?? ''

/** `POST /app/artifacts/{id}/sharing`: what takes access away, or lets people from outside in, is shown before it is done. */
async function changeSharing(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const audience = { visibility: fields.visibility ?? '', sharedWith: addressesIn(fields.sharedWith) }
  const values: AudienceValues = { ...audience, sharedWith: audience.sharedWith.join('\n') }
  const shown = [audience.visibility, ...(audience.sharedWith.length > 0 ? audience.sharedWith : [''])]
  const foreseen = await previewAudience(request, { id: idOf(request), ...audience }, audienceFields)
  if ('refused' in foreseen) return sendRefused(request, foreseen.refused, { audience: values })
  const confirmed = fields.confirmed === JSON.stringify(shown)
  const { value: effects } = foreseen
  const comments = widens(effects, await outsiders(request, idOf(request), audience.sharedWith))
    ? chosenOf(fields.comments)
    : undefined
  const asks = effects.loses.length > 0 || comments !== undefined
  if (fields.step === 'preview' || (asks && !confirmed))
    return sendSettings(request, 200, { audience: values, foreseen: { of: 'audience', effects, comments } })
  const change = { id: idOf(request), ...audience, ...(comments && { comments }), notify: true }
  const outcome = await attempt(request, operations.change, change, audienceFields)
  if ('refused' in outcome) return sendRefused(request, outcome.refused, { audience: values })
  finish(request, settingsPath(idOf(request)), 'shared')
}

const chosenOf = (comments: string | undefined) => (comments === 'shared' ? 'shared' : 'internal')

const audienceFields = {
  malformed_address: 'sharedWith',
  external_sharing_disabled: 'sharedWith',
  rate_limited: 'sharedWith',
  public_artifacts_disabled: 'visibility',
  unknown_visibility: 'visibility',
}

const sendRefused = (
  request: PageRequest,
  { status, errors }: Refused,
  held: Parameters<typeof sendSettings>[2],
): Promise<void> => sendSettings(request, status, { ...held, errors })

/** `POST /app/artifacts/{id}/settings`: only what differs is changed. */
async function changeSettings(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const artifact = await performed(request, operations.get, { id: idOf(request) })
  const before = settingsOf(artifact)
  const after: SettingsValues = {
    name: fields.name ?? '',
    labels: fields.labels ?? '',
    theme: fields.theme ?? before.theme,
    expires: fields.expires ?? '',
    historyVisible: fields.historyVisible === 'on',
    commentsShared: fields.commentsShared === 'on',
  }
  const input = { id: idOf(request), ...differences(before, after) }
  if (Object.keys(input).length === 1 && artifact.can.includes('settings'))
    return finish(request, settingsPath(idOf(request)), 'saved')
  const outcome = await attempt(request, operations.change, input, {
    expiresAt: 'expires',
    unknown_theme: 'theme',
  })
  if ('refused' in outcome) return sendRefused(request, outcome.refused, { settings: after })
  finish(request, settingsPath(idOf(request)), 'saved')
}

function differences(before: SettingsValues, after: SettingsValues): Record<string, unknown> {
  const differs = (name: keyof SettingsValues) => before[name] !== after[name]
  return {
    ...(differs('name') && { name: after.name }),
    ...(differs('labels') && { labels: labelsIn(after.labels) }),
    ...(differs('theme') && { theme: after.theme }),
    ...(differs('expires') && { expiresAt: after.expires ? `${after.expires}T23:59:59.999Z` : null }),
    ...(differs('historyVisible') && { historyVisible: after.historyVisible }),
    ...(differs('commentsShared') && { comments: chosenOf(after.commentsShared ? 'shared' : undefined) }),
  }
}

const labelsIn = (text: string): string[] =>
  text
    .split(',')
    .map(label => label.trim())
    .filter(label => label !== '')

/** `POST /app/artifacts/{id}/owner`: who loses access by it is shown first. */
async function handOver(request: PageRequest): Promise<void> {
  const { owner = '', confirmed } = await fieldsOf(request)
  const named = { malformed_address: 'owner' }
  const foreseen = await previewAudience(request, { id: idOf(request), owner }, named)
  if ('refused' in foreseen) return sendRefused(request, foreseen.refused, { owner })
  if (confirmed !== JSON.stringify([owner]))
    return sendSettings(request, 200, { owner, foreseen: { of: 'owner', effects: foreseen.value } })
  const outcome = await attempt(request, operations.change, { id: idOf(request), owner }, named)
  if ('refused' in outcome) return sendRefused(request, outcome.refused, { owner })
  finish(request, '/app', 'handed')
}

/** `POST /app/artifacts/{id}/delete` */
async function deleteArtifact(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.remove, { id: idOf(request) })
  finish(request, `/app?trashed=${request.params.id}`)
}
