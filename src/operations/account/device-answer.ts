// The answer of a person to a device that shows a code (RFC 8628): written where the device asks for its tokens.
import type { Scope } from '../../domain/actor.ts'
import { Problem } from '../../domain/problem.ts'
import type { OAuthRecord, Reading, Rows } from '../../storage/records.ts'

/** The records of a device: it waits by the code that it keeps, shows another, and was answered by that one. */
export const deviceRecord = { waiting: 'DeviceCode', shown: 'UserCode', answered: 'AnsweredCode' } as const

/** As the authorization server's library reads it. */
export type DeviceAnswer =
  | { accountId: string; grantId: string; scope: string; resource: string | readonly string[] }
  | { error: 'access_denied' }

/** A grant for the device. */
export const granted = (grant: {
  id: string
  personId: string
  scopes: readonly Scope[]
  resources: readonly string[]
}): DeviceAnswer => ({
  accountId: grant.personId,
  grantId: grant.id,
  scope: grant.scopes.join(' '),
  resource: grant.resources.length === 1 ? grant.resources[0]! : grant.resources,
})

/** Finds the record that waits for the answer to a code; null where the wait has ended or was answered. */
export async function waitingDevice(
  { oauth }: Pick<Reading, 'oauth'>,
  shownHash: string,
  now: number,
): Promise<OAuthRecord | null> {
  const shown = await oauth.record(deviceRecord.shown, shownHash, now)
  return shown && oauth.record(deviceRecord.waiting, (JSON.parse(shown.payload) as Shown).device, now)
}

/** True where the person let in the device that showed the code: whoever presses twice reads twice that it worked. */
export async function isConnectedBy(
  { oauth }: Pick<Reading, 'oauth'>,
  shownHash: string,
  personId: string,
  now: number,
): Promise<boolean> {
  const answered = await oauth.record(deviceRecord.answered, shownHash, now)
  const grant = answered?.grantId ? await oauth.grant(answered.grantId, now) : null
  return grant?.personId === personId
}

/** The record that is kept by the code that a device shows. */
export interface Shown {
  /** Hash of the code that the device holds. */
  device: string
}

/** Milliseconds in which a device fetches what was answered, and in which a second press hears the same. */
const fetchTime = 120_000
const pressTime = 600_000

/** Answers the device once; throws where its code ended or was answered already. */
export async function answerDevice(
  rows: Rows,
  shownHash: string,
  answer: DeviceAnswer,
  now: number,
): Promise<void> {
  const waiting = await waitingDevice(rows, shownHash, now)
  const isFirst = await rows.oauth.removeRecord(deviceRecord.shown, shownHash)
  if (!waiting || !isFirst) throw endedCode()
  const expiresAt = now + fetchTime
  const payload = { ...(JSON.parse(waiting.payload) as object), ...answer, exp: Math.floor(expiresAt / 1000) }
  const grantId = 'grantId' in answer ? answer.grantId : null
  await rows.oauth.putRecord({ ...waiting, grantId, payload: JSON.stringify(payload), expiresAt })
  if (grantId === null) return
  const answered = { kind: deviceRecord.answered, idHash: shownHash, grantId, payload: '{}' }
  await rows.oauth.putRecord({ ...answered, createdAt: now, expiresAt: now + pressTime })
}

const endedCode = (): Problem =>
  new Problem('code_invalid', 'The code has expired or was used. Let the device show another one.')
