// Administration that needs the machine, never a key: opens the stores the server uses and runs one command on them.
import { readSettings, type Settings } from '../settings.ts'
import { createCheckedReader } from '../storage/checked-reader.ts'
import { openBlobs, openRecords, recordsExist } from '../storage/open.ts'
import { checkBackup, makeBackup, restoreBackup } from './backups.ts'
import { type AdminCommand, type Env, type Outcome, type Task, Unsettled } from './command.ts'
import { changePlan } from './plan.ts'
import { resetSecondFactor } from './second-factor.ts'
import { takeDown } from './takedown.ts'
import { exportOrganization, importOrganization } from './transfer.ts'
import { countOrphans, type Finding, type Verified, verify } from './verify.ts'

const commands: Readonly<Record<string, AdminCommand>> = {
  'admin verify': (task, ...rest) => (task.input.backup ? checkBackup : verifyAll)(task, ...rest),
  'admin backup': makeBackup,
  'admin restore': restoreBackup,
  'admin export': exportOrganization,
  'admin import': importOrganization,
  'admin plan': movePlan,
  'admin takedown': takeDownOne,
  'admin reset-second-factor': resetFactor,
}

/** Runs the command beside a running server or without one. Throws problems, and settings that do not fit as `mistakes`. */
export async function administer(task: Task, env: Env): Promise<Outcome> {
  const read = readSettings(env)
  if ('mistakes' in read) throw new Unsettled(read.mistakes)
  const { settings } = read
  if (task.command !== 'admin restore' && !(await recordsExist(settings.DATABASE_URL)))
    throw new Unsettled([
      `There is no store at ${settings.DATABASE_URL}. Run this where recto serve runs, or set RECTO_DATA or DATABASE_URL as it does.`,
    ])
  return commands[task.command]!(task, settings, env)
}

async function verifyAll({ progress }: Task, settings: Settings, env: Env): Promise<Outcome> {
  const records = await openRecords(settings.DATABASE_URL, { migrates: false })
  const blobs = await openBlobs(settings.BLOBS_URL, env)
  try {
    const contents = createCheckedReader(blobs, { cacheBytes: 1 })
    const result = await verify({ records, contents }, ({ artifacts, versions }) =>
      progress(`Checked ${versions} versions of ${artifacts} artifacts`),
    )
    const orphans = await countOrphans({ records, blobs })
    return {
      value: { ...result, orphans },
      lines: [...linesOf(result), orphansLine(orphans)],
      ok: result.findings.length === 0,
    }
  } finally {
    await Promise.all([records.close(), blobs.close()])
  }
}

function linesOf({ artifacts, versions, bytes, findings }: Verified): string[] {
  const sum = `${versions} versions of ${artifacts} artifacts, ${bytes} bytes`
  if (findings.length === 0) return [`All is there: ${sum}.`]
  return [...findings.map(lineOf), `${findings.length} findings in ${sum}.`]
}

/** No finding: nothing is lost, and they go by themselves. */
const orphansLine = (count: number): string =>
  `Files that nothing names: ${count}. The server removes each a day after it was written.`

const lineOf = ({ shortId, version, what }: Finding): string =>
  version === null ? `${shortId}: ${what}` : `${shortId} v${version}: ${what}`

async function movePlan({ input }: Task, settings: Settings): Promise<Outcome> {
  const records = await openRecords(settings.DATABASE_URL, { migrates: false })
  try {
    const change = await changePlan(
      records,
      String(input.organization),
      String(input.plan),
      await records.now(),
    )
    const { name, from, to } = change
    return {
      value: { ...change },
      lines: [from === to ? `${name} is on ${to} already.` : `${name} moved from ${from} to ${to}.`],
      ok: true,
    }
  } finally {
    await records.close()
  }
}

async function takeDownOne({ input }: Task, settings: Settings): Promise<Outcome> {
  const records = await openRecords(settings.DATABASE_URL, { migrates: false })
  const options = {
    restore: input.restore === true,
    reason: input.reason === undefined ? undefined : String(input.reason),
  }
  try {
    const done = await takeDown(records, String(input.id), options, await records.now())
    const { name, shortId, shown } = done
    const line = shown
      ? `${name} (${shortId}) is shown again.`
      : `${name} (${shortId}) is taken down: nobody can open it, and its content is kept for review.`
    return { value: { ...done }, lines: [line], ok: true }
  } finally {
    await records.close()
  }
}

async function resetFactor({ input }: Task, settings: Settings): Promise<Outcome> {
  const records = await openRecords(settings.DATABASE_URL, { migrates: false })
  try {
    const done = await resetSecondFactor(records, String(input.email), await records.now())
    const line = `${done.name} (${done.email}) signs in with a code by mail alone now. Sessions ended: ${done.sessionsEnded}.`
    return { value: { ...done }, lines: [line], ok: true }
  } finally {
    await records.close()
  }
}
