// Devices that show a code to sign in with (RFC 8628): how their codes are kept, found and tried.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { decrypt, encrypt, hmac, type Keyring, keyringsOf, sha256Hex } from '../../crypto.ts'
import { Problem } from '../../domain/problem.ts'
import {
  answerDevice,
  deviceRecord,
  isConnectedBy,
  type Shown,
  waitingDevice,
} from '../../operations/account/device-answer.ts'
import type { Context } from '../../operations/kernel/context.ts'
import { countUse } from '../../operations/kernel/limits.ts'
import type { Reading, Rows } from '../../storage/records.ts'
import { type AskingProgram, programIn } from './waiting-records.ts'

type Keeping = Pick<Context, 'records' | 'clock' | 'secret'>

/** The form of a code, in the library's words: eight consonants, none of which looks like another or like a digit. */
export const shownCode = { charset: 'base-20', mask: '****-****' } as const

/** Seconds a code is good for, and between two questions of a device. */
export const deviceTimes = { life: 600, interval: 5 } as const

/** Hashes the code as people type it, with a key since it is short. Case and the signs between its letters do not count. */
const hashOf = (keyring: Keyring, shown: string): string =>
  hmac(keyring, 'device-code', shown.toUpperCase().replace(/[^A-Z]/g, ''))

/** Keeps devices that wait: by the code they hold, with a second record for the one they show. */
export function deviceCodes(context: Keeping, records: Adapter): Adapter {
  return {
    ...records,
    // A record stays twice as long as its code is good for, so that a device hears that its code has ended.
    async upsert(id, { userCode = '', ...payload }, life = deviceTimes.life) {
      const now = context.clock()
      const exp = Math.floor(now / 1000) + life
      await records.upsert(id, { ...payload, exp }, life * 2)
      const shown = {
        ...{ kind: deviceRecord.shown, idHash: hashOf(context, userCode), grantId: null },
        ...{ payload: JSON.stringify({ device: sha256Hex(id) } satisfies Shown) },
        ...{ createdAt: now, expiresAt: now + life * 1000 },
      }
      await context.records.transaction(rows => rows.oauth.putRecord(shown))
    },
    async find(id) {
      const found = await records.find(id)
      const { exp = 0 } = found ?? {}
      return found && (exp * 1000 > context.clock() ? found : { ...found, exp: 1 })
    },
  }
}

const MINUTE = 60_000

/** Wrong codes, in ten minutes: of one person and from one network. */
const wrongCodes = { what: 'codes', limit: 5, windowMs: 10 * MINUTE }

/** The request of a device. */
export interface WaitingDevice {
  /** Identifies the device when it is answered. */
  shownHash: string
  params: { client_id: string; scope: string; resource: unknown }
  program: AskingProgram | null
}

/** The person who enters a code. */
export interface CodeGiver {
  personId: string
  session: string
  network: string
}

/** The device that shows the code. Wrong ones are counted, also those given at the same time. */
export async function findDevice(context: Keeping, shown: string, giver: CodeGiver): Promise<WaitingDevice> {
  try {
    await context.records.transaction(rows => tryCode(context, rows, shown, giver))
  } catch (error) {
    if (error instanceof RightCode) return error.device
    throw error
  }
  throw new Problem(
    'code_invalid',
    'No device shows this code now. Check it, or let the device show another one.',
  )
}

/** A right code is no try: what was counted is given back with the transaction. */
class RightCode extends Error {
  readonly device: WaitingDevice

  constructor(device: WaitingDevice) {
    super('the code is right')
    this.device = device
  }
}

async function tryCode(
  context: Keeping,
  rows: Rows,
  shown: string,
  { personId, network }: CodeGiver,
): Promise<void> {
  const now = context.clock()
  for (const name of [`of devices network ${network}`, `of devices person ${personId}`])
    await countUse(rows, { ...wrongCodes, name }, now)
  for (const keyring of keyringsOf(context)) {
    const device = await deviceOf(rows, hashOf(keyring, shown), now)
    if (device) throw new RightCode(device)
  }
}

async function deviceOf(
  reading: Pick<Reading, 'oauth'>,
  shownHash: string,
  now: number,
): Promise<WaitingDevice | null> {
  const waiting = await waitingDevice(reading, shownHash, now)
  if (!waiting) return null
  const { params } = JSON.parse(waiting.payload) as AdapterPayload
  return { shownHash, params: params as WaitingDevice['params'], program: programIn(waiting) }
}

/** Makes the ticket that the form carries in place of the code. It is worth something to this session alone. */
export const ticketOf = (keyring: Keyring, session: string, { shownHash }: WaitingDevice): string =>
  encrypt(keyring, 'device-consent', session, shownHash)

/** The device of a ticket; null where it is no ticket of the session, or the device does not wait any more. */
export async function deviceByTicket(
  context: Keeping,
  session: string,
  ticket: string,
): Promise<WaitingDevice | null> {
  const shownHash = opened(context, session, ticket)
  return shownHash === null ? null : deviceOf(context.records, shownHash, context.clock())
}

/** Tells whether the person let the device of the ticket in a short time ago. */
export async function isDeviceConnected(
  context: Keeping,
  { session, personId }: Pick<CodeGiver, 'session' | 'personId'>,
  ticket: string,
): Promise<boolean> {
  const shownHash = opened(context, session, ticket)
  return shownHash !== null && isConnectedBy(context.records, shownHash, personId, context.clock())
}

function opened(keyring: Keyring, session: string, ticket: string): string | null {
  try {
    return decrypt(keyring, 'device-consent', session, ticket)
  } catch {
    return null
  }
}

/** The device hears that the person said no. */
export async function declineDevice({ records, clock }: Keeping, shownHash: string): Promise<void> {
  await records.transaction(rows => answerDevice(rows, shownHash, { error: 'access_denied' }, clock()))
}
