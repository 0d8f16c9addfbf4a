// Work that repeats: never twice at once, and finished before a stop is.

export interface Repeating {
  /** Resolves when the run in progress, if any, has ended. */
  stop(): Promise<void>
  /** True while the run in progress takes longer than any should. */
  readonly isStuck: boolean
  /** Seconds the last run took; 0 before the first has ended. */
  readonly lastSeconds: number
  /** Runs that failed. */
  readonly failures: number
}

/** Milliseconds that one run may take where nothing else is said. */
const PATIENCE = 10 * 60_000

/** Runs `work` now and then again `pauseMs` after each end; a failure goes to `failed` and does not stop it. */
export function every(
  pauseMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
  patience = PATIENCE,
): Repeating {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let began: number | null = null
  let lastSeconds = 0
  let failures = 0
  const run = async (): Promise<void> => {
    const start = performance.now()
    began = start
    await work().catch(error => {
      failures += 1
      failed(error)
    })
    lastSeconds = (performance.now() - start) / 1000
    began = null
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
    get isStuck() {
      return began !== null && performance.now() - began > patience
    },
    get lastSeconds() {
      return lastSeconds
    },
    get failures() {
      return failures
    },
  }
}
