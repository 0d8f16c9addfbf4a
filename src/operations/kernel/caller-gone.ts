// Calls that are given up because nobody waits for their answer any more.

/** Nothing was decided: what was written beforehand goes away, and nobody is told. */
export class CallerGone extends Error {
  constructor() {
    super('the caller is gone')
  }
}

/** Throws once the caller is gone. */
export function requireCaller(gone: AbortSignal | undefined): void {
  if (gone?.aborted) throw new CallerGone()
}
