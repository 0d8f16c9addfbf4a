// Modules for node itself, after which a signal (SIGUSR2) makes a process stand still, or jump ahead in time.

/** Arguments with which the signal makes the event loop wait for what never comes. */
export const blockable = imported(
  'process.on("SIGUSR2", () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })',
)

/** Arguments with which the signal makes eleven minutes pass. */
export const skippable = imported(
  'process.on("SIGUSR2", () => { const now = performance.now.bind(performance); performance.now = () => now() + 660000 })',
)

function imported(code: string): string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}
