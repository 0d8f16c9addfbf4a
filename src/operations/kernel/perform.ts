// The one way in: every call of every surface is admitted, run and recorded here.
import { hashed } from '../../crypto.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { type ArtifactAction, decide } from '../../domain/policy.ts'
import type { Reading, Rows } from '../../storage/records.ts'
import { refuseAddressedVersion, withAddressedVersion } from './addressed-version.ts'
import { type Admitted, admit } from './admit.ts'
import { withAddress } from './again.ts'
import type { Call } from './call.ts'
import { explained } from './conflict.ts'
import type { Context } from './context.ts'
import { Journal } from './journal.ts'
import { Again, type AnyTask, type Operation, type OutputOf } from './operation.ts'
import { parse } from './parsing.ts'
import { type Received, receive } from './receive.ts'
import { claimReplay, type Replay, replay, settler } from './replay.ts'
import { standing } from './standing.ts'
import { turnOf } from './turn.ts'
import { isUndone, WrittenFiles } from './written-files.ts'

export interface Answer<Out = unknown> {
  value: Out
  /** True where this answer was given before to the same idempotency key. */
  replayed: boolean
  /** The token under which the session of the call goes on, where it changed. */
  session: string | null
}

/** Performs the call: find, decide, parse, run, record. Throws a Problem for everything expected. */
export async function perform<Op extends Operation>(
  context: Context,
  operation: Op,
  call: Call,
): Promise<Answer<OutputOf<Op>>> {
  const work = operation.effect === 'read' ? read : write
  try {
    return (await work(context, operation, call)) as Answer<OutputOf<Op>>
  } catch (error) {
    throw withAddress(
      context,
      await explained(context, turnOf(context, call), error, 'merge' in operation.input.shape),
    )
  }
}

async function read(context: Context, operation: Operation, call: Call): Promise<Answer> {
  const rows = context.records as Reading as Rows & Reading
  const admitted = await admit(context, operation, call, rows)
  const { artifact } = admitted
  const given = artifact
    ? await withAddressedVersion({ context, operation, call, rows, artifact })
    : call.input
  const input = parse(operation, given)
  const base = {
    context,
    call,
    turn: turnOf(context, call),
    actor: call.actor,
    input,
    rows,
    file: null,
    consulted: undefined,
    mayRepeat: false,
  }
  const value = await operation.run({
    ...base,
    ...subjectOf(admitted),
    ...journalFor(new Journal(call)),
    demand: demander(call, admitted),
  })
  return { value: checked(operation, value), replayed: false, session: null }
}

async function write(context: Context, operation: Operation, call: Call): Promise<Answer> {
  const admitted = await admit(context, operation, call, context.records)
  if (admitted.artifact) refuseAddressedVersion(context, call)
  const claimed = await claimReplay(context, operation, call)
  const files = new WrittenFiles(context)
  try {
    const received = await receive({
      ...{ context, operation, call, files },
      artifact: admitted.artifact,
      answered: Boolean(claimed?.earlier),
    })
    const input = parse(operation, received.input)
    const fingerprint = claimed ? fingerprintOf(received) : ''
    if (claimed?.earlier) {
      await files.settle(null)
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
    if (isUndone(error)) await takeBack(context, files, claimed)
    throw error
  }
}

/** Nothing came of the call: its files go, and its idempotency key is free again. */
async function takeBack(context: Context, files: WrittenFiles, claimed: Replay | null): Promise<void> {
  await files.settle(null)
  if (claimed && !claimed.earlier)
    await context.records.unit(rows => rows.journal.releaseAnswer(claimed.key, claimed.claimedAt))
}

interface Ready {
  received: Received
  input: Record<string, unknown>
  fingerprint: string
  claimed: Replay | null
  admitted: Admitted
  files: WrittenFiles
}

interface Committed {
  value: unknown
  kept: string | null
  session: string | null
}

/** Prepares and consults, then runs the unit; both again where the unit asks for it. */
async function commit(context: Context, operation: Operation, call: Call, ready: Ready): Promise<Committed> {
  const { received, input, admitted, files } = ready
  const preparation = {
    ...{ context, call, turn: turnOf(context, call), actor: call.actor, input },
    ...{ file: received.file, rows: context.records },
    ...subjectOf(admitted),
  }
  const made = await operation.prepare?.(preparation)
  if (made && !made.shared) files.add(made.blob)
  const file = made ?? received.file
  for (let attempt = 1; ; attempt++) {
    const current = attempt === 1 ? admitted : await admit(context, operation, call, context.records)
    const { artifact } = subjectOf(current)
    const consulted = await operation.consult?.({ ...preparation, artifact, file })
    try {
      return await run(context, operation, call, ready, { file, consulted, mayRepeat: attempt < attempts })
    } catch (error) {
      if (!(error instanceof Again)) throw error
    }
  }
}

/** The unit of work: admit once more, run, and write down what it did. */
function run(
  context: Context,
  operation: Operation,
  call: Call,
  { input, fingerprint, claimed }: Ready,
  given: Pick<AnyTask, 'file' | 'consulted' | 'mayRepeat'>,
): Promise<Committed> {
  const settle = settler(operation, claimed)
  return context.records.unit(async rows => {
    const current = { ...call, actor: await standing(rows, call.actor, context.clock()) }
    const admitted = await admit(context, operation, current, rows, 'held')
    const journal = new Journal(current)
    const turn = turnOf(context, current)
    const base = { context, call: current, turn, actor: current.actor, input, rows, ...given }
    const tools = { ...journalFor(journal), demand: demander(current, admitted) }
    const value = checked(operation, await operation.run({ ...base, ...subjectOf(admitted), ...tools }))
    if (!operation.unrecorded && !operation.pretends?.(input))
      await journal.write(rows, operation.name, admitted.now)
    await settle(rows, fingerprint, value)
    return { value, kept: journal.kept, session: journal.session }
  })
}

/** What an operation without a subject is given in its place is never looked at: its definition names none. */
const subjectOf = ({ artifact, now }: Admitted) => ({ artifact: artifact as Artifact, now })

/** How often what stands before a unit is done, where others change it meanwhile. */
const attempts = 5

/**
 * Equal requests have equal plain parts and equal files or uploads; how they were framed on the wire does not count, nor
 * how the subject was named: the key of an answer says which it is.
 */
function fingerprintOf({ input: { id: _, ...input }, file }: Received): string {
  const sent = file && input.uploadId === undefined
  const parts = sent ? { ...input, file: file.sha256, format: file.format } : input
  const plain = Object.entries(parts).filter(([, value]) => value !== undefined)
  return hashed(JSON.stringify(plain.sort()))
}

const journalFor = ({ author, emit, announce, note, keepFile, renewSession }: Journal) => ({
  author,
  emit,
  announce,
  note,
  keepFile,
  renewSession,
})

const demander =
  (call: Call, { artifact }: Admitted) =>
  (action: ArtifactAction): void =>
    decide(call.actor, action, artifact ?? null)

const checked = (operation: Operation, value: unknown): unknown => operation.output?.parse(value)
