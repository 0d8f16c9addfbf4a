// The secret of an installation: given, or made once and kept beside the data.
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads `{folder}/secret`, making it with mode 0600 at the first start; processes that race agree on one. */
export async function keptSecret(folder: string): Promise<string> {
  const path = join(folder, 'secret')
  return (await existing(path)) ?? (await made(folder, path))
}

async function existing(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written whole under another name, then linked: the first link wins and nobody reads half a secret. */
async function made(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
  await file.sync()
  await file.close()
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return (await existing(path)) as string
}
