// recto admin export and import: one organization as a file, with all ids, without anything that admits somebody.
import { open } from 'node:fs/promises'
import { exportTo, importFrom } from '../backup/transfer.ts'
import type { Settings } from '../settings.ts'
import { createCheckedReader } from '../storage/checked-reader.ts'
import { openBlobs, openRecords } from '../storage/open.ts'
import { type AdminCommand, type Env, Unsettled } from './command.ts'
import { findOrganization, operatorAudit } from './plan.ts'

async function openStores(settings: Settings, env: Env) {
  const records = await openRecords(settings.DATABASE_URL, { migrates: false })
  const blobs = await openBlobs(settings.BLOBS_URL, env)
  const close = () => Promise.all([records.close(), blobs.close()])
  return { records, blobs, close }
}

const unusable = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EEXIST') throw new Unsettled([`${path} is there already. Name a new file.`])
  throw new Unsettled([`${path} cannot be opened (${error.code}).`])
}

export const exportOrganization: AdminCommand = async ({ input, progress }, settings, env) => {
  const { records, blobs, close } = await openStores(settings, env)
  try {
    const { id, name } = await findOrganization(records, String(input.organization))
    const path = String(input.file)
    const file = await open(path, 'wx', 0o600).catch(unusable(path))
    const contents = createCheckedReader(blobs, { cacheBytes: 1 })
    const done = await exportTo(file, { records, contents }, id, files => progress(`Wrote ${files} files`))
    const now = await records.now()
    await records.transaction(rows =>
      rows.journal.audit(operatorAudit('admin.export', id, { artifacts: done.artifacts }, now)),
    )
    return {
      value: { id, name, ...done },
      lines: [`Exported ${name}: ${done.artifacts} artifacts, ${done.files} files, ${done.rows} rows.`],
      ok: true,
    }
  } finally {
    await close()
  }
}

export const importOrganization: AdminCommand = async ({ input, progress }, settings, env) => {
  const { records, blobs, close } = await openStores(settings, env)
  try {
    const path = String(input.file)
    const handle = await open(path, 'r').catch(unusable(path))
    await handle.close()
    const done = await importFrom(path, { records, blobs }, files => progress(`Took in ${files} files`))
    const now = await records.now()
    await records.transaction(rows =>
      rows.journal.audit(operatorAudit('admin.import', done.id, { artifacts: done.artifacts }, now)),
    )
    return {
      value: { ...done },
      lines: [
        `Took in ${done.name}: ${done.artifacts} artifacts, ${done.files} files, ${done.rows} rows.`,
        'Its people sign in with their addresses. Keys, apps, webhooks, build rules and invitations are made anew.',
      ],
      ok: true,
    }
  } finally {
    await close()
  }
}
