// The secret of an installation: given, or made once and kept beside the data.
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads `{folder}/secret`, making it with mode 0600 at the first start; processes that race agree on one. */
export async function keptSecret(folder: string): Promise<string> {
  const path = join(folder, 'secret')
  return (await existing(path)) ?? (await made(folder, path, randomBytes(32).toString('base64url')))
}

/** The secret that is kept in the folder; null where there is none. */
export const existingSecret = (folder: string): Promise<string | null> => existing(join(folder, 'secret'))

/** Keeps a secret that a backup brought; answers a sentence that says where. */
export async function keepSecret(folder: string, secret: string): Promise<string> {
  const path = join(folder, 'secret')
  if ((await made(folder, path, secret)) !== secret) throw new Error(`There is another secret in ${path}.`)
  return `The secret of the backup is in ${path}.`
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
async function made(folder: string, path: string, secret: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(`${secret}\n`)
  await file.sync()
  await file.close()
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return (await existing(path)) as string
}
