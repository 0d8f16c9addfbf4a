// The work that repeats beside requests: which there is, how often it runs, and how it ends.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ScheduledBackup } from './backup/scheduled-backup.ts'
import { answerAccessRequests } from './jobs/access-requests.ts'
import { sendNotices } from './jobs/notices.ts'
import { deliverMail, folderMailer, smtpMailer } from './jobs/outbox.ts'
import { Placing } from './jobs/placing.ts'
import { encryptAllAnew } from './jobs/secret-change.ts'
import { sweep, trashExpired } from './jobs/sweep.ts'
import { every } from './jobs/timer.ts'
import { WebhookDeliveries } from './jobs/webhook-deliveries.ts'
import type { DatabaseClock } from './nodes/database-clock.ts'
import type { NodeRegistry } from './nodes/node-registry.ts'
import type { Context } from './operations/kernel/context.ts'
import type { Settings } from './settings.ts'
import { createCheckedReader } from './storage/checked-reader.ts'
import { openBackupPlace } from './storage/open.ts'
import type { Site } from './surfaces/http/site.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Ground {
  context: Context
  clock: DatabaseClock
  registry: NodeRegistry
}

export type BackgroundJobs = ReturnType<typeof startJobs>

/** Milliseconds: the first one copies every file there is. */
const LONGEST_BACKUP = 12 * 3_600_000

/** Milliseconds within which purged content leaves the backups. */
const PURGED_FROM_BACKUPS = 30 * 86_400_000

/** The backups of RECTO_BACKUP; null where it is not set. */
function scheduledBackup(settings: Settings, env: Env, context: Context): ScheduledBackup | null {
  const { RECTO_BACKUP: schedule, RECTO_BACKUP_RECIPIENT: recipient } = settings
  if (!schedule) return null
  const { records, blobs, secret, clock } = context
  const { target, everyMs } = schedule
  return new ScheduledBackup(
    { records, contents: createCheckedReader(blobs, { cacheBytes: 1 }), secret },
    { recipient, keepMs: PURGED_FROM_BACKUPS - everyMs },
    { everyMs, openPlace: () => openBackupPlace(target, env) },
    clock,
  )
}

/** Milliseconds: it lists every file there is. */
const LONGEST_SWEEP = 2 * 3_600_000

export function startJobs(
  settings: Settings,
  env: Env,
  { context, clock, registry }: Ground,
  log: Site['log'],
) {
  const { SMTP_URL, MAIL_FROM, RECTO_DATA } = settings
  const sender = { from: MAIL_FROM, url: context.url }
  const mailer = SMTP_URL ? smtpMailer(SMTP_URL, sender) : folderMailer(join(RECTO_DATA, 'outbox'), sender)
  const complain = (error: unknown): void => log.error({ err: error }, 'job failed')
  const holder = randomUUID()
  const placing = new Placing(context, holder, complain)
  const webhooks = new WebhookDeliveries(context, complain)
  const backups = scheduledBackup(settings, env, context)
  let orphansSwept = 0
  const sweepAll = () =>
    sweep(context, holder, count => {
      orphansSwept += count
    })
  const jobs = {
    clock: every(10_000, () => clock.synchronize(), complain),
    'place among the nodes': every(5000, () => registry.announce(), complain),
    sweep: every(10 * 60_000, sweepAll, complain, LONGEST_SWEEP),
    expiry: every(1000, () => trashExpired(context), complain),
    mail: every(500, () => sendNotices(context).then(() => deliverMail(context, mailer, log)), complain),
    'access requests': every(500, () => answerAccessRequests(context), complain),
    ...(context.previousSecret && {
      'change of secret': every(60_000, () => encryptAllAnew(context), complain),
    }),
    webhooks: every(500, () => webhooks.start(), complain),
    ...(backups && { backup: every(60_000, () => backups.runIfDue(), complain, LONGEST_BACKUP) }),
    'anchors of threads': every(1000, () => placing.start(), complain),
  }
  return {
    orphansSwept: () => orphansSwept,
    lastBackupAt: () => backups?.lastAt ?? null,
    measure: () =>
      Object.entries(jobs).map(([name, { isStuck, lastSeconds, failures }]) => ({
        name,
        isStuck,
        lastSeconds,
        failures,
      })),
    stuck: () => Object.entries(jobs).flatMap(([name, { isStuck }]) => (isStuck ? [name] : [])),
    async close() {
      await Promise.all(Object.values(jobs).map(job => job.stop()))
      await Promise.all([placing.stop(), webhooks.stop()])
      mailer.close()
    },
  }
}
