// Makes a folder and those above it.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Step by step, for `mkdir` with `recursive` never ends where a parent is there and takes no folder, as below /proc.
 * @param mode of each folder that is new
 * @throws the system's error where one cannot be made
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    makeFolder(dirname(path), mode)
    mkdirSync(path, mode)
  }
}
