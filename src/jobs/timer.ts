// Work that repeats: never twice at once, and finished before a stop is.

export interface Repeating {
  /** Resolves when the run in progress, if any, has ended. */
  stop(): Promise<void>
}

/** Runs `work` now and then again `pauseMs` after each end; a failure goes to `failed` and does not stop it. */
export function every(
  pauseMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Repeating {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    await work().catch(failed)
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, pauseMs)
    timer.unref()
  }
  let running = run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
