// Operations: each is one definition from which every surface is derived.
import type { z } from 'zod'
import type { Turn } from '../../content/render/workers.ts'
import type { Actor, Scope } from '../../domain/actor.ts'
import type { Artifact, Author } from '../../domain/artifact.ts'
import type { ArtifactAction } from '../../domain/policy.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import type { Reading, Rows } from '../../storage/records.ts'
import type { AuditLog } from './audit-log.ts'
import type { Call, StoredFile } from './call.ts'
import type { Context } from './context.ts'
import type { ReadDetails } from './read-audit.ts'

/**
 * The callers it admits. `artifact` finds the artifact named by `id` and decides the action on it, `comment` that of a comment;
 * `member`, `author` and `session` speak of the organization the credential acts in. `recent` asks a session whose
 * proof is older than 12 hours to sign in again.
 */
export type Access =
  /** `inTrash` is the action decided too for one in the trash; without it that one does not exist. `onlyTrash`: no other one does. */
  | { artifact: ArtifactAction; inTrash?: ArtifactAction; onlyTrash?: true }
  /** `member` is anyone of it, `full` no viewer, `author` whoever publishes, `governor` an owner or admin. */
  | { organization: 'member' | 'full' | 'author' | 'governor' | 'owner'; scope: Scope; recent?: true }
  /** The comment named by `commentId`, on an artifact whose comments the caller may see. */
  | { comment: 'comments' | 'comment' }
  | 'session'
  /** A session that proved an address, a guest's too. */
  | 'address'
  | { session: 'recent' }
  | 'credential'
  | 'anyone'

/** The reason why an operation is not on a surface, for people to read. */
export interface Gap {
  gap: string
}

export interface RestMapping {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{field}` for input fields taken from it; further paths in `also`. */
  path: string
  also?: readonly string[]
  success: 200 | 201 | 202 | 204
  /** When the answer is 204 without a body, where `success` is another status. */
  noContent?: string
  /** The address of the thing made by it, with `{field}` for fields of the answer. */
  location?: string
  /** Input fields that travel in the query; the rest is the body (or the query where there is none). */
  query?: readonly string[]
  body?: 'json' | 'multipart'
  /** Largest JSON body in bytes; 256 KB where nothing is said. */
  bodyLimit?: number
  /** The validator that the answer carries. */
  tag?: 'version' | 'metadata'
  /** Further media types the answer has, by Accept. */
  alternates?: Readonly<Record<string, (value: never) => string>>
}

export interface McpMapping {
  tool: string
  title: string
  description: string
  hints: { readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean }
  /** Input fields whose argument is not simply the snake_case name. */
  rename?: Readonly<Record<string, string>>
  /** Also on the endpoint that needs no sign-in. */
  public?: true
  /** The field that says that the work is done, for an operation that answers nothing. */
  done?: string
  /** The output field that is itself a text to read. */
  text?: string
  /** The text may be of any length: it is answered in parts, the next of which begins at `offset`. */
  inParts?: true
  /** The fields of a row of a list that agents are told; all without it. */
  row?: readonly string[]
}

export interface CliMapping {
  command: string
  /** Input fields given by position, in order. */
  positional?: readonly string[]
  /** The field whose value stands alone on the first line on a terminal. */
  headline?: string
}

/**
 * One definition. `Can` is its access, which says whether its task has a subject; `Beforehand` what it asks of the outside
 * before its transaction.
 */
export interface Operation<
  In extends z.ZodObject = z.ZodObject,
  Out = unknown,
  Can extends Access = Access,
  Beforehand = unknown,
> {
  name: string
  /** One sentence in the service's words. */
  summary: string
  input: In
  /** Null if nothing is answered (204). */
  output: z.ZodType<Out> | null
  effect: 'read' | 'write'
  access: Can
  /** Tells whether this input only asks what would happen: nothing is changed, so nothing is recorded. */
  pretends?(input: z.output<In>): boolean
  /** Leaves nothing in the audit: it only says that somebody is there. */
  unrecorded?: true
  /** Takes a file, or an upload, or may take one. */
  content?: 'required'
  /** May take long to answer: surfaces say when the caller goes, and who it is then. */
  waits?: true
  /** Names the version edited from (If-Match, base_version). */
  based?: true
  /**
   * Reads of an artifact: the input field that names a version, which an address with `@n` fills. A read without
   * this field reads the current version only.
   */
  versionField?: string
  /** Writes that take from an older version: the input field that names it. One that does not exist is 404 before 428 and 412. */
  sourceVersionField?: string
  /** A repeat with the same idempotency key answers the first answer. `derive` puts back what must not be stored. */
  replayAnswer?:
    | { store(value: Out, context: Context): unknown; derive(stored: unknown, context: Context): Out }
    | 'plain'
    | 'refused'
  /** Codes beyond those every operation may answer. */
  fails: readonly ProblemCode[]
  rest: RestMapping | Gap
  mcp: McpMapping | Gap
  cli: CliMapping | Gap
  /**
   * Writes only: makes the file of a new version from other files (an edit, a merge, a copy), after
   * the caller is authorized and before the transaction. It takes the place of `task.file`.
   */
  makeFile?(task: Preparation<z.output<In>, Can>): Promise<StoredFile | null>
  /**
   * Writes only: work outside the database, after the caller is authorized and before the transaction. `task.beforehand` is
   * its result. It runs again if the transaction throws `RetryTransaction`. Stands before `run`, whose types follow from it.
   */
  beforeTransaction?(task: Preparation<z.output<In>, Can>): Promise<Beforehand>
  /** Reads: the whole work. Writes: inside the transaction, so it awaits nothing but `task.rows`. */
  run(task: Task<z.output<In>, Can, Beforehand>): Promise<Out>
  /**
   * Reads of an artifact that are asked for all the time: what `run` answers for an input that names nothing but the
   * artifact; undefined where something has to be waited for.
   */
  runKept?(task: KeptTask): Out | undefined
}

/** A read whose caller and artifact need no further read. */
export interface KeptTask extends Subject {
  context: Context
  actor: Actor
  /** Asked for only where the read is recorded. */
  details(): ReadDetails
}

/** The access of what is done to an artifact, or to its comments. */
export type SubjectAccess = Extract<Access, { artifact: unknown } | { comment: unknown }>

/** The further part of a task whose access finds an artifact. */
type SubjectOf<Can extends Access, Found> = Can extends SubjectAccess ? Found : unknown

interface Subject {
  artifact: Artifact
}

interface JudgedSubject extends Subject {
  /** Decides a further action on the subject; throws as `authorize` does. */
  requireAction(action: ArtifactAction): void
}

interface Admitted<In> {
  context: Context
  call: Call
  /** The caller's turn at the processes that read and compare files. */
  turn: Turn
  actor: Actor
  input: In
  now: number
  file: StoredFile | null
}

interface Prepared<In> extends Admitted<In> {
  rows: Reading
}

interface Running<In, Beforehand> extends Admitted<In> {
  /** In a write the rows of the transaction; in a read the last committed state. */
  rows: Rows & Reading
  author: Author
  emitEvent: AuditLog['emitEvent']
  emitOrganizationEvent: AuditLog['emitOrganizationEvent']
  addAuditDetails: AuditLog['addAuditDetails']
  /** The result of `beforeTransaction`. */
  beforehand: Beforehand
  /** True while `RetryTransaction` may still be thrown. */
  mayRetry: boolean
  /** Says that the session of the call goes on under this token. */
  renewSession: AuditLog['renewSession']
  /** Says that a row now names the file; one that the call wrote and no row names is removed. */
  keepFile: AuditLog['keepFile']
}

/** The facts known before the transaction of a write. */
export type Preparation<In, Can extends Access = Access> = Prepared<In> & SubjectOf<Can, Subject>

/** The task that an operation runs on. It has a subject only where the access names one. */
export type Task<In, Can extends Access = Access, Beforehand = unknown> = Running<In, Beforehand> &
  SubjectOf<Can, JudgedSubject>

/** The input of an operation, as its schema has it. */
export type InputOf<Op extends Operation> = z.input<Op['input']>

/** Values that an address or a form gives for the fields of an operation's input; its schema checks them. */
export type UncheckedInput<Op extends Operation> = { [Field in keyof InputOf<Op>]?: unknown }

/** The answer of an operation. */
export type OutputOf<Op> = Op extends Operation<z.ZodObject, infer Out> ? Out : never

/** One row of an operation that lists. */
export type RowOf<Op> = OutputOf<Op> extends { data: readonly (infer Row)[] } ? Row : never

/** Thrown by a transaction that met something `beforeTransaction` did not know of: both are done again. */
export class RetryTransaction extends Error {}

/** A task whose input does not matter, nor whether it has a subject. */
export type AnyTask = Task<unknown>

/** A task that has a subject. */
export type SubjectTask<In = unknown, Beforehand = unknown> = Task<In, SubjectAccess, Beforehand>

/**
 * Declares an operation; the types of `input` and `output` flow into `run`. Fields that are not declared are refused: a
 * misspelt `visibilty` must not publish something to the wrong people.
 */
export const operation = <In extends z.ZodObject, Out, const Can extends Access, Beforehand = undefined>(
  definition: Operation<In, Out, Can, Beforehand>,
): Operation<In, Out> => ({ ...definition, input: definition.input.strict() as unknown as In })

export const isGap = (mapping: object): mapping is Gap => 'gap' in mapping
