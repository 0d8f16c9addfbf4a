// Makes the folders that settings name; a folder that cannot be made is an error, not an endless retry.
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes the folder and those above it, readable for the owner alone; answers the topmost that is new. Step by step,
 * for `mkdir` with `recursive` never ends where a parent is there and takes no folder, as below /proc.
 */
export async function makeFolders(path: string): Promise<string | undefined> {
  const folder = resolve(path)
  if (await isFolder(folder)) return undefined
  const above = dirname(folder) === folder ? undefined : await makeFolders(dirname(folder))
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!(await isFolder(folder))) throw notMade(folder, error as NodeJS.ErrnoException)
  }
  return above ?? folder
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )

const notMade = (folder: string, cause: NodeJS.ErrnoException): Error =>
  new Error(
    `The folder ${folder} cannot be made (${cause.code}). Name another one in RECTO_DATA, DATABASE_URL or BLOBS_URL.`,
    { cause },
  )
