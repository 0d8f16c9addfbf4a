// The checks of `recto conformance`: the behaviours that need no more than a key, and what goes over the wire beside them.
import type { Check, Deployment } from '../../src/surfaces/cli/contract-checks.ts'
import { commentQuotes } from '../behaviours/portable/comment-quotes.ts'
import { copies } from '../behaviours/portable/copies.ts'
import { edits } from '../behaviours/portable/edits.ts'
import { publishing } from '../behaviours/portable/publish.ts'
import { reading } from '../behaviours/portable/reading.ts'
import { updating } from '../behaviours/portable/update.ts'
import { versions } from '../behaviours/portable/versions.ts'
import type { Behaviours } from '../support/world.ts'
import { agentChecks } from './agent-checks.ts'
import { blackBox } from './black-box.ts'
import { colleagueChecks } from './colleague-checks.ts'
import { openChecks } from './open-checks.ts'
import { previewChecks } from './preview-checks.ts'
import type { WireChecks } from './wire.ts'
import { writeChecks } from './write-checks.ts'

const shared: Readonly<Record<string, Behaviours>> = {
  Publish: publishing,
  Update: updating,
  Edits: edits,
  Read: reading,
  History: versions,
  Copies: copies,
  Comments: commentQuotes,
}

/** How many people's keys a check needs. */
type Keys = 0 | 1 | 2

/** The checks that are proven with HTTP alone. */
const overTheWire: Readonly<Record<string, { checks: WireChecks; keys: Keys }>> = {
  Service: { checks: openChecks, keys: 0 },
  Previews: { checks: previewChecks, keys: 0 },
  Agents: { checks: agentChecks, keys: 0 },
  Writes: { checks: writeChecks, keys: 1 },
  Colleagues: { checks: colleagueChecks, keys: 2 },
}

/** Why a check is left out where keys are missing; null where none is. */
function lackOf({ token, colleague }: Deployment, keys: Keys): string | null {
  if (keys > 0 && token === null) return 'needs a key'
  return keys === 2 && colleague === null ? 'needs the key of a second person in RECTO_SECOND_KEY' : null
}

/** Proves everything, one check after the other, and takes away what it made. */
export async function proveContract(deployment: Deployment): Promise<Check[]> {
  const box = blackBox(deployment)
  const checks: Check[] = []
  const prove = async (subject: string, title: string, keys: Keys, body: () => Promise<unknown>) => {
    const check = await proven(subject, title, lackOf(deployment, keys), body)
    deployment.told(check)
    checks.push(check)
  }
  try {
    for (const [subject, { checks: bodies, keys }] of Object.entries(overTheWire))
      for (const [title, body] of Object.entries(bodies))
        await prove(subject, title, keys, () => body(box.wire))
    for (const [subject, behaviours] of Object.entries(shared))
      for (const [title, body] of Object.entries(behaviours))
        await prove(subject, title, 1, () => body(box.world))
  } finally {
    await box.takeAway()
  }
  return checks
}

async function proven(
  subject: string,
  title: string,
  lack: string | null,
  body: () => Promise<unknown>,
): Promise<Check> {
  if (lack !== null) return { subject, title, outcome: 'skipped', detail: lack }
  try {
    const reason = await body()
    return typeof reason === 'string'
      ? { subject, title, outcome: 'skipped', detail: reason }
      : { subject, title, outcome: 'passed' }
  } catch (error) {
    const detail = (error as Error).message.replace(/\s+/g, ' ').slice(0, 300)
    return { subject, title, outcome: 'failed', detail }
  }
}
