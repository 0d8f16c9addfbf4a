// Tells each time a file was saved, in place or by an editor that puts a new file in its place.
import { statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds without a further change after which a save counts as over. */
const QUIET = 150

/** Yields once for each save from now on. The folder is watched, not the file: it outlives a file that is replaced. */
export const watchFile = (path: string): AsyncGenerator<void> => savesIn(new Changes(path))

async function* savesIn(changes: Changes): AsyncGenerator<void> {
  try {
    for (;;) {
      await changes.next()
      while (changes.pending) {
        changes.take()
        await sleep(QUIET)
      }
      if (changes.isNew()) yield
    }
  } finally {
    changes.stop()
  }
}

class Changes {
  readonly #path: string
  readonly #watcher: ReturnType<typeof watch>
  #last: string
  #wake: () => void = () => undefined
  pending = false

  constructor(path: string) {
    this.#path = path
    this.#last = stampOf(path)
    this.#watcher = watch(dirname(path), (_event, name) => {
      if (name !== null && name !== basename(path)) return
      this.pending = true
      this.#wake()
    }).unref()
  }

  /** The process goes on for as long as somebody waits here, and ends where nobody began to. */
  next(): Promise<void> {
    this.#watcher.ref()
    return this.pending
      ? Promise.resolve()
      : new Promise(resolve => {
          this.#wake = resolve
        })
  }

  take(): void {
    this.pending = false
  }

  /** Tells whether the file is there and another than before. */
  isNew(): boolean {
    const stamp = stampOf(this.#path)
    if (stamp === '' || stamp === this.#last) return false
    this.#last = stamp
    return true
  }

  stop(): void {
    this.#watcher.close()
  }
}

/** Changes with each save; empty while there is no file. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
}
