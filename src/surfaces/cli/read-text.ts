// Reads a text that anybody may have put there, as in a project: a pipe or a device in its place is not waited for.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Opens at once whatever is there. Where the system has no such word, it has no pipes of that kind either. */
export const atOnce = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** @throws Error also where something other than a regular file is there */
export function readText(path: string): string {
  const file = openSync(path, atOnce)
  try {
    if (fstatSync(file).isFile()) return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
  throw new Error('it is no regular file')
}
