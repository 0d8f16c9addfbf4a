// A few places for work that strangers start: others wait a moment for one, in turn.

/** Nobody left in time; the message is for whoever waited. */
export class BusyError extends Error {}

export interface Places {
  /** Runs the work in a place; throws a BusyError where none was free in time. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** `patience` is in milliseconds. */
export function createPlaces(count: number, patience: number, busy: string): Places {
  const waiting = new Set<() => void>()
  let free = count
  const take = (): Promise<void> => {
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(enter)
        reject(new BusyError(busy))
      }, patience)
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(enter)
    })
  }
  const leave = (): void => {
    const [next] = waiting
    if (!next) free++
    else {
      waiting.delete(next)
      next()
    }
  }
  return {
    async run(work) {
      await take()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
