// The connection to the stream of open pages: comes back after sleep, lost lines and restarts, and gives way when asked to.

export interface StreamMessage {
  kind: 'begin' | 'version' | 'thread' | 'editing' | 'gone'
  page: string
  /** Position from which the stream goes on, in the server's own words. */
  place?: string
  [fact: string]: unknown
}

export interface Stream {
  /** Opens it for these places, or anew where they are others; none closes it. */
  follow(places: readonly string[]): void
  close(): void
}

/** Milliseconds without a word after which the line counts as dead; the server says something every 15 to 25 seconds. */
const SILENCE = 45_000

/** Milliseconds to wait for the first word, which comes at once. */
const GREETING = 10_000

/** Milliseconds between two tries: first and last. */
const PAUSES = { least: 500, most: 60_000 }

const kinds = ['begin', 'version', 'thread', 'editing', 'gone'] as const

/** Hands what it hears to `hear`; `places` says where each page has got to when the line has to be opened again. */
export function openStream(hear: (told: StreamMessage) => void, places: () => readonly string[]): Stream {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = PAUSES.least
  let heard = 0
  let greeted = false

  const hangUp = () => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const again = (ms: number) => {
    hangUp()
    timer = setTimeout(connect, ms)
  }
  const alive = () => {
    heard = Date.now()
    greeted = true
    pause = PAUSES.least
  }
  function connect(): void {
    hangUp()
    const wanted = places()
    if (wanted.length === 0) return
    heard = Date.now()
    greeted = false
    const line = new EventSource(`/live?pages=${encodeURIComponent(wanted.join())}`)
    source = line
    for (const kind of kinds)
      line.addEventListener(kind, ({ data }) => {
        alive()
        hear({ ...JSON.parse(data), kind })
      })
    line.addEventListener('beat', alive)
    line.addEventListener('later', ({ data }) => again(JSON.parse(data).seconds * 1000))
    line.addEventListener('error', () => {
      if (source !== line) return
      again(pause * (0.5 + Math.random() / 2))
      pause = Math.min(PAUSES.most, pause * 2)
    })
  }
  // Timers stand still in a machine that sleeps; the first tick after it finds out how long.
  const wake = () => {
    if (source && Date.now() - heard > (greeted ? SILENCE : GREETING)) connect()
  }
  const watch = setInterval(wake, 5000)
  const back = () => {
    if (!document.hidden) wake()
  }
  addEventListener('online', connect)
  document.addEventListener('visibilitychange', back)
  return {
    follow: connect,
    close: () => {
      hangUp()
      clearInterval(watch)
      removeEventListener('online', connect)
      document.removeEventListener('visibilitychange', back)
    },
  }
}
