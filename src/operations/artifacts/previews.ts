// Public previews: publishing without an account for 30 days, and claiming one.

import { z } from 'zod'
import { derivedToken, randomToken, sha256Hex } from '../../crypto.ts'
import { type Actor, organizationOf } from '../../domain/actor.ts'
import { type Artifact, DAY, defaultName, theme } from '../../domain/artifact.ts'
import { parseVisibility } from '../../domain/audience.ts'
import { asMember, may, takenDown } from '../../domain/policy.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import { allowsSignIn } from '../../domain/sign-in.ts'
import type { Preview } from '../../storage/records.ts'
import type { Context } from '../kernel/context.ts'
import * as fields from '../kernel/fields.ts'
import { countUse } from '../kernel/limits.ts'
import { type AnyTask, operation } from '../kernel/operation.ts'
import { spendUpload } from '../kernel/read-request.ts'
import { findKeys, keyWarnings, requireNoBlockedKeys } from '../kernel/secret-scan.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'
import { networkKey } from '../kernel/worker-turn.ts'
import { toVersionRow } from './add-version.ts'
import { artifactSchema, presentArtifact } from './artifact-answer.ts'
import { update } from './artifacts.ts'
import { permitAudience, requireGatedRoom } from './audience.ts'
import { claimCode, isEnded } from './claim-code.ts'
import { requirePreviews } from './uploads.ts'

/** Lifetime of an unclaimed preview (specification, Limits). */
export const previewLifetime = 30 * DAY

const HOUR = 3_600_000

/** The token follows from the short ID, so that it need not be stored to be given again. */
export const editToken = (context: Pick<Context, 'secret'>, shortId: string): string =>
  derivedToken(context, 'edit', shortId)

const previewSchema = z.object({
  shortId: z.string(),
  url: z.string(),
  previewUrl: z.string(),
  claimUrl: z.string().describe('Give it to the person: opening it and signing in keeps the page'),
  editToken: z.string().describe('Updates or deletes the preview until it is claimed'),
  version: z.int(),
  name: z.string(),
  expiresAt: z.iso.datetime(),
})

type PresentedPreview = z.output<typeof previewSchema>

function withTokens(
  context: Context,
  facts: Omit<PresentedPreview, 'claimUrl' | 'editToken'>,
): PresentedPreview {
  return {
    ...facts,
    claimUrl: `${context.url}/claim/${claimCode(context, facts.shortId, Date.parse(facts.expiresAt))}`,
    editToken: editToken(context, facts.shortId),
  }
}

export const publishPreview = operation({
  name: 'publishPreview',
  summary: 'Publish a public preview without an account; it is kept for 30 days.',
  input: z.object({
    uploadId: fields.uploadId.optional(),
    format: fields.format.optional(),
    name: fields.name.optional(),
    theme: fields.theme.optional(),
  }),
  output: previewSchema,
  effect: 'write',
  access: 'anyone',
  content: 'required',
  replayAnswer: {
    store: ({ claimUrl: _, editToken: __, ...facts }) => facts,
    derive: (stored, context) => withTokens(context, stored as PresentedPreview),
  },
  fails: ['previews_disabled', 'unknown_theme', 'rate_limited', 'contains_key', 'content_blocked'],
  rest: { method: 'POST', path: '/v1/public/artifacts', success: 201, body: 'multipart', tag: 'version' },
  mcp: { gap: 'the tool publish of the public endpoint creates and updates; written by hand' },
  cli: { gap: 'recto publish --public-preview; written by hand' },
  async run(task) {
    const { rows, input, now, context } = task
    const file = task.file!
    await countPreview(task)
    await requireNoBlockedKeys(rows, file.sha256)
    const name = input.name ?? defaultName(file.title, file.filename ?? undefined)
    await keyWarnings(task, [...(file.keyHashes ?? []), ...findKeys(name)], 'public')
    await spendUpload(task, input.uploadId)
    const artifact = {
      id: uuid(now),
      shortId: randomToken(10),
      organizationId: null,
      ownerId: null,
      name,
      visibility: 'public' as const,
      sharedWith: [],
      theme: theme(input.theme ?? 'github'),
      expiresAt: now + previewLifetime,
      createdAt: now,
    }
    await rows.artifacts.insert(artifact, toVersionRow(task, file))
    const claimHash = sha256Hex(claimCode(context, artifact.shortId, artifact.expiresAt))
    await rows.previews.insert({ artifactId: artifact.id, claimHash, expiresAt: artifact.expiresAt })
    await rows.turns.share(artifact.id, networkKey(context, task.call.network), artifact.expiresAt)
    task.keepFile(file.blob)
    task.addAuditDetails(artifact.shortId, { network: task.call.network })
    const url = `${context.url}/${artifact.shortId}`
    return withTokens(context, {
      shortId: artifact.shortId,
      url,
      previewUrl: url,
      version: 1,
      name: artifact.name,
      expiresAt: iso(artifact.expiresAt),
    })
  },
})

/** 5 an hour and 20 a day from one network (contract section 4). */
async function countPreview({ context, rows, call, now }: AnyTask): Promise<void> {
  requirePreviews(context)
  if (!context.rateLimits) return
  await countUse(rows, { what: 'previews', name: call.network, limit: 5, windowMs: HOUR }, now)
  await countUse(rows, { what: 'previews', name: call.network, limit: 20, windowMs: DAY }, now)
}

export const updatePreview = operation({
  ...update,
  name: 'updatePreview',
  summary: 'Replace the content of an unclaimed preview, with its edit token.',
  rest: {
    ...update.rest,
    method: 'PUT',
    path: '/v1/public/artifacts/{id}',
    success: 200,
    body: 'multipart',
    query: ['skipUnchanged', 'merge'],
    tag: 'version',
  },
  mcp: { gap: 'the tool publish of the public endpoint updates with edit_token; written by hand' },
  cli: { gap: 'a preview published by the command line is claimed, then updated' },
})

export const removePreview = operation({
  name: 'deletePreview',
  summary: 'Delete an unclaimed preview, with its edit token.',
  input: z.object({ id: fields.id }),
  output: null,
  effect: 'write',
  access: { artifact: 'delete' },
  fails: [],
  rest: { method: 'DELETE', path: '/v1/public/artifacts/{id}', success: 204 },
  mcp: { gap: 'previews end by themselves; deleting one early is for its holder over REST' },
  cli: { gap: 'previews end by themselves; deleting one early is for its holder over REST' },
  async run({ artifact, rows, now, addAuditDetails }) {
    await rows.artifacts.trash(artifact.id, now)
    addAuditDetails(artifact.shortId)
    return undefined
  },
})

/** The preview of a claim code: 404 unknown or deleted by its publisher, 409 claimed, 410 expired. */
async function claimable(
  { actor, context, now, rows }: Pick<AnyTask, 'actor' | 'context' | 'now' | 'rows'>,
  given: string,
): Promise<Preview> {
  const code = given.split('/').at(-1) ?? ''
  const preview = await rows.previews.findByClaim(sha256Hex(code))
  if (!preview) throw isEnded(context, code, now) ? ended() : notFound()
  const artifact = await rows.artifacts.find(preview.shortId)
  if (preview.claimedAt !== null) throw claimedBefore(actor, artifact)
  if (artifact?.trashedAt !== null) throw notFound()
  if (artifact.hidden) throw takenDown(artifact)
  if (preview.expiresAt <= now) throw ended()
  return preview
}

/** Tells a reader in the organization that keeps it which page it is; to others a claim link says nothing of it. */
function claimedBefore(actor: Actor, artifact: Artifact | null): Problem {
  const isOwn = artifact?.trashedAt === null && artifact.organization?.id === organizationOf(actor)
  return new Problem(
    'already_claimed',
    'This preview was claimed already and lives on at its address.',
    isOwn && may(actor, 'read', artifact) ? { shortId: artifact.shortId } : {},
  )
}

const ended = (): Problem =>
  new Problem('claim_expired', 'This preview reached its 30 days and is gone. Publish the file again.')

const notByService = (): Problem =>
  new Problem(
    'forbidden',
    'A service key cannot claim a preview, because a person keeps it. Give the claim address to a person, who opens it and signs in.',
  )

const claimInput = z.string().min(1).max(500).describe('Claim code, or the whole claim address')

export const inspectClaim = operation({
  name: 'inspectClaim',
  summary: 'See what a claim link offers, without using it.',
  input: z.object({ code: claimInput }),
  output: z.object({
    shortId: z.string(),
    name: z.string(),
    size: z.int(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    places: z
      .array(z.object({ id: z.string(), name: z.string(), allowPublic: z.boolean() }))
      .describe('Organizations of the caller that take it'),
  }),
  effect: 'read',
  access: 'anyone',
  fails: ['claim_expired', 'already_claimed', 'not_found', 'taken_down'],
  rest: { gap: 'the claim page shows it to a person' },
  mcp: { gap: 'the claim page shows it to a person' },
  cli: { gap: 'the claim page shows it to a person' },
  async run(task) {
    const { shortId, name, size, createdAt, expiresAt } = await claimable(task, task.input.code)
    const places = await placesFor(task)
    return { shortId, name, size, createdAt: iso(createdAt), expiresAt: iso(expiresAt), places }
  },
})

/** Organizations in which a person may claim a preview: those where they publish and whose policy takes previews. */
async function placesFor({ actor, rows }: Pick<AnyTask, 'actor' | 'rows'>) {
  if (actor.kind !== 'person' || actor.proof !== 'session') return []
  const memberships = await rows.people.memberships(actor.personId)
  const open = memberships.filter(
    ({ organization, role }) =>
      role !== 'viewer' &&
      organization.policy.allowPreviewClaims &&
      allowsSignIn(organization, 'byProvider' in actor),
  )
  return open.map(({ organization: { id, name, policy } }) => ({ id, name, allowPublic: policy.allowPublic }))
}

export const claim = operation({
  name: 'claim',
  summary: 'Keep a public preview: it moves into the organization with its address and versions.',
  input: z.object({ code: claimInput, visibility: fields.visibility.optional() }),
  output: artifactSchema,
  effect: 'write',
  access: { organization: 'author', scope: 'artifacts:write' },
  replayAnswer: 'plain',
  fails: [
    'not_found',
    'claim_expired',
    'already_claimed',
    'taken_down',
    'plan_limit',
    'public_artifacts_disabled',
    'forbidden',
  ],
  rest: { method: 'POST', path: '/v1/claims', success: 200, body: 'json' },
  mcp: {
    tool: 'claim_preview',
    title: 'Claim a preview',
    description:
      'Keeps a public preview: it moves into the organization and loses its expiry. Address and versions stay.',
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
    rename: { code: 'claim_url' },
  },
  cli: { command: 'claim', positional: ['code'], headline: 'url' },
  async run(task) {
    const { rows, input, now, context } = task
    const actor = asMember(task.actor)
    if (actor.kind === 'service') throw notByService()
    const preview = await claimable(task, input.code)
    const organization = (await rows.people.lockOrganization(actor.organizationId))!
    if (!organization.policy.allowPreviewClaims) {
      throw new Problem(
        'forbidden',
        'The organization does not allow claiming previews. Ask an owner to change the rules.',
      )
    }
    const fallback = organization.policy.allowPublic ? 'public' : 'private'
    const audience = { sharedWith: [], ...parseVisibility(input.visibility ?? fallback) }
    await permitAudience(rows, actor, organization, audience)
    await requireGatedRoom(rows, organization, audience.visibility, now)
    const to = {
      organizationId: organization.id,
      ownerId: actor.personId,
      visibility: audience.visibility,
    }
    if (!(await rows.previews.claim(preview.artifactId, to, now)))
      throw new Problem('already_claimed', 'Somebody claimed this preview a moment ago.')
    if (audience.sharedWith.length > 0)
      await rows.artifacts.change(preview.artifactId, { sharedWith: audience.sharedWith }, now)
    task.emitEvent(
      'artifact.claimed',
      { id: preview.artifactId, organization },
      { visibility: audience.visibility },
    )
    task.addAuditDetails(preview.shortId)
    return presentArtifact(context, actor, (await rows.artifacts.find(preview.shortId))!)
  },
})
