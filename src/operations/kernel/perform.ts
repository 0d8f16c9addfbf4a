// The one way in: every call of every surface is authorized, run and recorded here.
import { sha256Hex } from '../../crypto.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { type ArtifactAction, decide } from '../../domain/policy.ts'
import type { Reading, Rows } from '../../storage/records.ts'
import { refuseAddressedVersion, requireSourceVersion, withAddressedVersion } from './addressed-version.ts'
import { AuditLog } from './audit-log.ts'
import { type Authorized, authorize } from './authorize.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'
import { type AnyTask, type Operation, type OutputOf, RetryTransaction } from './operation.ts'
import { parseInput } from './parse-input.ts'
import { type ReadRequest, readRequest } from './read-request.ts'
import { refreshActor } from './refresh-actor.ts'
import { claimReplay, createSettler, type Replay, replay, whileClaimed } from './replay.ts'
import { withSignInAddress } from './sign-in-address.ts'
import { explainConflict } from './version-conflict.ts'
import { turnOf } from './worker-turn.ts'
import { isUndone, WrittenFiles } from './written-files.ts'

export interface Answer<Out = unknown> {
  value: Out
  /** True if this answer was given before to the same idempotency key. */
  replayed: boolean
  /** The token under which the session of the call goes on, where it changed. */
  session: string | null
}

/**
 * Performs the call: find, decide, parse, run, record. Throws a Problem for everything expected.
 * @param found what a read's `id` names, where that was looked up already; null if it names nothing
 */
export async function perform<Op extends Operation>(
  context: Context,
  operation: Op,
  call: Call,
  found?: Artifact | null,
): Promise<Answer<OutputOf<Op>>> {
  const work = (): Promise<Answer> =>
    operation.effect === 'read' ? read(context, operation, call, found) : write(context, operation, call)
  try {
    const answer = await (context.traceOperation?.(operation.name, work) ?? work())
    return answer as Answer<OutputOf<Op>>
  } catch (error) {
    throw withSignInAddress(
      context,
      await explainConflict(context, turnOf(context, call), error, 'merge' in operation.input.shape),
    )
  }
}

async function read(
  context: Context,
  operation: Operation,
  call: Call,
  found: Artifact | null | undefined,
): Promise<Answer> {
  const rows = context.records as Reading as Rows & Reading
  const admitted = await authorize(context, operation, call, rows, { found })
  const { artifact } = admitted
  const given = artifact
    ? await withAddressedVersion({ context, operation, call, rows, artifact })
    : call.input
  const input = parseInput(operation, given)
  const base = {
    context,
    call,
    turn: turnOf(context, call),
    actor: call.actor,
    input,
    rows,
    file: null,
    beforehand: undefined,
    mayRetry: false,
  }
  const value = await operation.run({
    ...base,
    ...subjectOf(call, admitted),
    ...auditToolsOf(new AuditLog(call)),
  })
  return { value: validateOutput(operation, value), replayed: false, session: null }
}

async function write(context: Context, operation: Operation, call: Call): Promise<Answer> {
  const admitted = await authorize(context, operation, call, context.records)
  if (admitted.artifact) {
    refuseAddressedVersion(context, call)
    await requireSourceVersion(context.records, operation, call, admitted.artifact)
  }
  const claimed = await claimReplay(context, operation, call)
  return whileClaimed(context, claimed, () => writeClaimed(context, operation, call, { admitted, claimed }))
}

async function writeClaimed(
  context: Context,
  operation: Operation,
  call: Call,
  { admitted, claimed }: Pick<Ready, 'admitted' | 'claimed'>,
): Promise<Answer> {
  const files = new WrittenFiles(context)
  try {
    const received = await readRequest({
      ...{ context, operation, call, files },
      artifact: admitted.artifact,
      answered: Boolean(claimed?.earlier),
    })
    const input = parseInput(operation, received.input)
    const fingerprint = claimed ? fingerprintOf(received) : ''
    if (claimed?.earlier) {
      await files.settle([])
      return {
        value: replay(context, operation, claimed.earlier, fingerprint),
        replayed: true,
        session: null,
      }
    }
    const ready = { received, input, fingerprint, claimed, admitted, files }
    const { value, kept, session } = await commit(context, operation, call, ready)
    context.watch.ring()
    await files.settle(kept)
    return { value, replayed: false, session }
  } catch (error) {
    if (isUndone(error)) await files.settle([])
    throw error
  }
}

interface Ready {
  received: ReadRequest
  input: Record<string, unknown>
  fingerprint: string
  claimed: Replay | null
  admitted: Authorized
  files: WrittenFiles
}

interface Committed {
  value: unknown
  kept: readonly string[]
  session: string | null
}

/** Makes the file and runs `beforeTransaction`, then the transaction; all again if the transaction asks for a retry. */
async function commit(context: Context, operation: Operation, call: Call, ready: Ready): Promise<Committed> {
  const { received, input, admitted, files } = ready
  const preparation = {
    ...{ context, call, turn: turnOf(context, call), actor: call.actor, input },
    ...{ file: received.file, rows: context.records },
    ...subjectOf(call, admitted),
  }
  const made = await operation.makeFile?.(preparation)
  if (made && !made.shared) files.add(made.blob)
  const file = made ?? received.file
  for (let attempt = 1; ; attempt++) {
    const current = attempt === 1 ? admitted : await authorize(context, operation, call, context.records)
    const subject = subjectOf(call, current)
    const beforehand = await operation.beforeTransaction?.({ ...preparation, ...subject, file })
    try {
      return await run(context, operation, call, ready, { file, beforehand, mayRetry: attempt < attempts })
    } catch (error) {
      if (!(error instanceof RetryTransaction)) throw error
    }
  }
}

/** The transaction: authorize once more, run, and write down what it did. */
function run(
  context: Context,
  operation: Operation,
  call: Call,
  { input, fingerprint, claimed }: Ready,
  given: Pick<AnyTask, 'file' | 'beforehand' | 'mayRetry'>,
): Promise<Committed> {
  const settle = createSettler(context, operation, claimed)
  return context.records.transaction(async rows => {
    const current = { ...call, actor: await refreshActor(rows, call.actor, context.clock()) }
    const admitted = await authorize(context, operation, current, rows, { held: true })
    const auditLog = new AuditLog(current)
    const turn = turnOf(context, current)
    const base = { context, call: current, turn, actor: current.actor, input, rows, ...given }
    const tools = auditToolsOf(auditLog)
    const value = validateOutput(
      operation,
      await operation.run({ ...base, ...subjectOf(current, admitted), ...tools }),
    )
    if (!operation.unrecorded && !operation.pretends?.(input))
      await auditLog.write(rows, operation.name, admitted.now)
    await settle(rows, fingerprint, value)
    return { value, kept: auditLog.kept, session: auditLog.session }
  })
}

/** The subject with what decides on it; a task whose access names none has no such fields. */
const subjectOf = (call: Call, { artifact, now }: Authorized) => ({
  now,
  ...(artifact && {
    artifact,
    requireAction: (action: ArtifactAction): void => decide(call.actor, action, artifact),
  }),
})

/** The number of runs of the work before a transaction, if others change its results meanwhile. */
const attempts = 5

/**
 * Equal requests have equal plain parts and equal files or uploads. Neither the encoding of the body counts nor the way
 * the subject was named: the key of an answer says which subject it is.
 */
function fingerprintOf({ input: { id: _, ...input }, file }: ReadRequest): string {
  const sent = file && input.uploadId === undefined
  const parts = sent ? { ...input, file: file.sha256, format: file.format } : input
  const plain = Object.entries(parts).filter(([, value]) => value !== undefined)
  return sha256Hex(JSON.stringify(plain.sort()))
}

const auditToolsOf = ({
  author,
  emitEvent,
  emitOrganizationEvent,
  addAuditDetails,
  keepFile,
  renewSession,
}: AuditLog) => ({
  author,
  emitEvent,
  emitOrganizationEvent,
  addAuditDetails,
  keepFile,
  renewSession,
})

const validateOutput = (operation: Operation, value: unknown): unknown => operation.output?.parse(value)
