// Writes a file so that others see the old one or the new one, and never through a link.
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomName } from '../client/random.ts'

interface Options {
  /** Exactly these rights; else what the person's umask leaves. */
  mode?: number
  /** Waits until the disk has it. */
  flush?: boolean
}

/** Puts the text in the place of what is there, a link included. */
export function writeWhole(path: string, text: string, { mode, flush = false }: Options = {}): void {
  const draft = `${path}.${randomName()}`
  try {
    writeFileSync(draft, text, { mode: mode ?? 0o666, flag: 'wx', flush })
    if (mode !== undefined) chmodSync(draft, mode)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
