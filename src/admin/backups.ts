// recto admin backup and restore, and the check of a backup.
import { readFile } from 'node:fs/promises'
import type { BackupDone } from '../backup/back-up.ts'
import { BackupError } from '../backup/back-up.ts'
import { type OpenBackup, openBackup, restore, secretIn, verifyBackup } from '../backup/restore.ts'
import { backUpAlone } from '../backup/scheduled-backup.ts'
import { existingSecret, keepSecret } from '../secret.ts'
import type { Settings } from '../settings.ts'
import type { BackupPlace } from '../storage/backup-place.ts'
import { createCheckedReader } from '../storage/checked-reader.ts'
import { openBackupPlace, openBlobs, openRecords } from '../storage/open.ts'
import { type AdminCommand, type Outcome, Unsettled } from './command.ts'

/** Milliseconds: what is purged leaves the backups in 30 days where one is made every day. */
const KEPT = 29 * 86_400_000

export const makeBackup: AdminCommand = async ({ input, progress }, settings, env) => {
  const records = await openRecords(settings.DATABASE_URL, { migrates: false })
  const blobs = await openBlobs(settings.BLOBS_URL, env)
  const place = await openBackupPlace(String(input.folder), env)
  try {
    const secret = settings.RECTO_SECRET ?? (await existingSecret(settings.RECTO_DATA))
    const contents = createCheckedReader(blobs, { cacheBytes: 1 })
    const skew = (await records.now()) - Date.now()
    const done = await backUpAlone(
      { records, contents, secret },
      { place, recipient: settings.RECTO_BACKUP_RECIPIENT, keepMs: KEPT },
      () => Date.now() + skew,
      (copied, of) => progress(`Copied ${copied} of ${of} files`),
    )
    return outcomeOf(done)
  } finally {
    await Promise.all([records.close(), blobs.close(), place.close()])
  }
}

function outcomeOf({ manifest, copied, removed }: BackupDone): Outcome {
  const { name, rows, versions, bytes, isEncrypted, damaged } = manifest
  const facts = { rows, files: versions, bytes, copied, removed, damaged }
  return {
    value: { name, encrypted: isEncrypted, ...facts },
    lines: [
      ...damaged.map(blob => `${blob}: the file is missing or damaged; it is not in the backup`),
      `Backup ${name}: ${rows} rows and ${versions} files of ${bytes} bytes, ${copied} of them new here.`,
      ...(isEncrypted ? [] : ['It is not encrypted, and holds no RECTO_SECRET: keep that elsewhere.']),
      ...(removed > 0 ? [`Removed ${removed} older ones.`] : []),
    ],
    ok: damaged.length === 0,
  }
}

/** The backup that the words of a command name. */
async function openNamed(place: BackupPlace, input: Readonly<Record<string, unknown>>): Promise<OpenBackup> {
  const { identity, name } = input
  const identities = identity === undefined ? undefined : await readIdentities(String(identity))
  return openBackup(place, { name: name === undefined ? undefined : String(name), identities })
}

async function readIdentities(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Unsettled([`--identity: ${path} cannot be read (${code}).`])
  })
  if (text.includes('AGE-SECRET-KEY-')) return text
  throw new Unsettled([`--identity: ${path} holds no secret key of age.`])
}

export const restoreBackup: AdminCommand = async ({ input, progress }, settings, env) => {
  const place = await openBackupPlace(String(input.folder), env)
  try {
    const backup = await openNamed(place, input)
    const secret = await takeSecret(backup, settings)
    const blobs = await openBlobs(settings.BLOBS_URL, env)
    const records = await openRecords(settings.DATABASE_URL, { upTo: backup.manifest.schema })
    try {
      const done = await restore(backup, { records, blobs }, files => progress(`Restored ${files} files`))
      const { name, damaged, purged } = backup.manifest
      return {
        value: { name, ...done, damaged, leftOut: purged.length },
        lines: [
          `Restored the backup ${name}: ${done.rows} rows and ${done.files} files.`,
          ...secret,
          'Nobody is signed in, apps are connected anew, and no mail waits. Start recto serve, then run recto admin verify.',
        ],
        ok: true,
      }
    } finally {
      await Promise.all([records.close(), blobs.close()])
    }
  } finally {
    await place.close()
  }
}

/** Puts the secret of an encrypted backup where the server looks for it; answers what the operator has to know. */
async function takeSecret(backup: OpenBackup, { RECTO_SECRET, RECTO_DATA }: Settings): Promise<string[]> {
  const secret = await secretIn(backup)
  const here = RECTO_SECRET ?? (await existingSecret(RECTO_DATA))
  if (secret === null)
    return here === null
      ? [
          `The backup holds no RECTO_SECRET: set it, or put the file "secret" of the former data folder into ${RECTO_DATA}.`,
        ]
      : []
  if (here === null) return [await keepSecret(RECTO_DATA, secret)]
  if (here === secret) return []
  throw new BackupError(
    'RECTO_SECRET is another one than in the backup. Nothing was changed. Leave it unset: the backup brings its own.',
  )
}

export const checkBackup: AdminCommand = async ({ input, progress }, _, env) => {
  const place = await openBackupPlace(String(input.backup), env)
  try {
    const backup = await openNamed(place, input)
    const checked = await verifyBackup(backup, files => progress(`Checked ${files} files`))
    const { findings, rows, files, bytes } = checked
    const sum = `${rows} rows and ${files} files, ${bytes} bytes`
    return {
      value: { name: backup.manifest.name, ...checked },
      lines: [
        ...findings,
        findings.length === 0
          ? `The backup ${backup.manifest.name} is sound: ${sum}.`
          : `${findings.length} findings in ${sum}.`,
      ],
      ok: findings.length === 0,
    }
  } finally {
    await place.close()
  }
}
