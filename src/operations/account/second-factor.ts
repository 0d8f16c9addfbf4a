// Switching the second factor of sign-in on and off.
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import type { Rows } from '../../storage/records.ts'
import { postMail } from '../feed/mail.ts'
import { rateLimited } from '../kernel/limits.ts'
import { type AnyTask, operation, type Preparation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { matchStep, newFactor, newRecoveryCodes, otpauthAddress, stepOf } from './authenticator.ts'

const inBrowser = { gap: 'the second factor belongs to signing in, which is for browsers' }

type Signed = Actor & { kind: 'person' }

export const readSecondFactor = operation({
  name: 'secondFactor',
  summary: 'Read whether signing in asks for a second factor, and how many recovery codes are left.',
  input: z.object({}),
  output: z.object({
    enabled: z.boolean(),
    since: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int(),
  }),
  effect: 'read',
  access: 'session',
  fails: [],
  rest: { method: 'GET', path: '/v1/me/second-factor', success: 200 },
  mcp: inBrowser,
  cli: inBrowser,
  async run({ rows, actor }) {
    const { personId } = actor as Signed
    const since = (await rows.factors.find(personId))?.confirmedAt ?? null
    return {
      enabled: since !== null,
      since: since === null ? null : iso(since),
      recoveryCodesLeft: await rows.factors.recoveryCodesLeft(personId),
    }
  },
})

export const beginSecondFactor = operation({
  name: 'beginSecondFactor',
  summary: 'Get a secret for an authenticator app; it counts once a first code of it was given.',
  input: z.object({}),
  output: z.object({
    secret: z.string().describe('Shown this once; base 32'),
    uri: z.string().describe('The same for the app, as otpauth:// address'),
  }),
  effect: 'write',
  access: { session: 'recent' },
  replayAnswer: 'refused',
  fails: ['second_factor_enabled', 'not_replayable'],
  rest: {
    method: 'POST',
    path: '/v1/me/second-factor',
    success: 201,
    location: '/v1/me/second-factor',
  },
  mcp: inBrowser,
  cli: inBrowser,
  async run({ context, rows, actor, now, addAuditDetails }) {
    const { personId, email } = actor as Signed
    const { secret, encryptedSecret } = newFactor(context, personId)
    if (!(await rows.factors.begin({ personId, encryptedSecret, createdAt: now }))) throw enabled()
    addAuditDetails(personId)
    return { secret, uri: otpauthAddress(secret, email, new URL(context.url).host) }
  },
})

const enabled = (): Problem =>
  new Problem(
    'second_factor_enabled',
    'A second factor is switched on. To use another app, switch it off first; that takes one of its codes.',
  )

const codeInput = z.strictObject({
  code: z.string().max(100).describe('A code of the app, or a recovery code'),
})
type WithCode = Preparation<z.output<typeof codeInput>>

export const confirmSecondFactor = operation({
  name: 'confirmSecondFactor',
  summary: 'Give the first code of the app: from then on signing in asks for one.',
  input: codeInput,
  output: z.object({ recoveryCodes: z.array(z.string()).describe('Shown this once; each works once') }),
  effect: 'write',
  access: { session: 'recent' },
  replayAnswer: 'refused',
  fails: ['code_invalid', 'second_factor_enabled', 'not_found', 'not_replayable'],
  rest: { method: 'POST', path: '/v1/me/second-factor/confirm', success: 200, body: 'json' },
  mcp: inBrowser,
  cli: inBrowser,
  beforeTransaction: task =>
    tried(task, async rows => {
      const { context, actor, input, now } = task
      const factor = await rows.factors.find((actor as Signed).personId)
      if (!factor || factor.confirmedAt !== null) return true
      const step = stepOf(context, factor, input.code, now)
      return step !== null && rows.factors.use(factor.personId, step)
    }),
  async run(task) {
    const { context, rows, actor, now, addAuditDetails } = task
    const { personId } = actor as Signed
    const factor = await rows.factors.find(personId)
    if (!factor) throw notFound()
    if (factor.confirmedAt !== null) throw enabled()
    if (!task.beforehand) throw wrongCode()
    const { codes, hashes } = newRecoveryCodes(context, personId)
    if (!(await rows.factors.confirm(personId, now, hashes))) throw enabled()
    addAuditDetails(personId)
    await tell(task, 'on')
    return { recoveryCodes: codes }
  },
})

export const endSecondFactor = operation({
  name: 'endSecondFactor',
  summary: 'Switch the second factor off, with one of its codes or a recovery code.',
  input: codeInput,
  output: null,
  effect: 'write',
  access: { session: 'recent' },
  fails: ['code_invalid', 'not_found'],
  rest: { method: 'POST', path: '/v1/me/second-factor/end', success: 204, body: 'json' },
  mcp: inBrowser,
  cli: inBrowser,
  beforeTransaction: task =>
    tried(task, rows =>
      matchStep(task.context, rows, (task.actor as Signed).personId, task.input.code, task.now),
    ),
  async run(task) {
    const { rows, actor, addAuditDetails } = task
    const { personId } = actor as Signed
    if (!(await rows.factors.find(personId))?.confirmedAt) throw notFound()
    if (!task.beforehand) throw wrongCode()
    await rows.factors.remove(personId)
    addAuditDetails(personId)
    await tell(task, 'off')
    return undefined
  },
})

const triesAnHour = 10
const HOUR = 3_600_000

/** Counts the try in a transaction of its own, so that it stays counted if the operation is refused; then compares. */
async function tried(
  { context, actor, now }: WithCode,
  compare: (rows: Rows) => Promise<boolean>,
): Promise<boolean> {
  const name = `second factor ${(actor as Signed).personId}`
  const outcome = await context.records.transaction(async rows => {
    const { allowed, freeAt } = await rows.limits.count(name, triesAnHour, HOUR, now)
    return allowed ? { right: await compare(rows) } : { freeAt }
  })
  if ('right' in outcome) return outcome.right
  throw rateLimited('codes', outcome.freeAt - now, triesAnHour, HOUR)
}

const wrongCode = (): Problem =>
  new Problem(
    'code_invalid',
    'The code is wrong, or was used. Wait for the next one in the app, and give that.',
  )

const tell = (task: AnyTask, state: 'on' | 'off'): Promise<void> =>
  postMail(task, (task.actor as Signed).email, {
    subject: `Second factor switched ${state}`,
    lines: [
      state === 'on'
        ? `From now on signing in at ${task.context.url} asks for a code of your authenticator app as well.`
        : `From now on signing in at ${task.context.url} no longer asks for a code of your authenticator app.`,
      '',
      `If that was not you, sign in, end all other sessions at ${task.context.url}/app/security, and tell the owner of your organization.`,
    ],
  })
