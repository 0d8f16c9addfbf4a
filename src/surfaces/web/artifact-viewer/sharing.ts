// One connection for all tabs of a browser: the tab that holds the lock has it and passes on what it hears.

import { openStream, type Stream, type StreamMessage } from './stream.ts'

/** The messages between tabs. */
type Word =
  /** A page somebody shows, and where it has got to. */
  | { say: 'want'; tab: string; place: string }
  | { say: 'leave'; tab: string }
  /** A tab took over and asks what is wanted. */
  | { say: 'who' }
  | { say: 'told'; told: StreamMessage }

/** Milliseconds after which a tab that nobody sees lets others hold the connection. */
const UNSEEN = 60_000

/** Tells `hear` what is new of the page from `place` on, for as long as the tab lives. */
export function share(page: string, place: string, hear: (told: StreamMessage) => void): void {
  const tab = `${Math.random()}`
  const channel = new BroadcastChannel('recto-live')
  const wanted = new Map([[tab, place]])
  let stream: Stream | null = null
  let letGo: (() => void) | null = null
  let asking: AbortController | null = null
  let unseen: ReturnType<typeof setTimeout> | undefined
  let refresh: ReturnType<typeof setTimeout> | undefined

  const say = (word: Word) => channel.postMessage(word)
  const want = () => say({ say: 'want', tab, place: wanted.get(tab)! })

  const take = (told: StreamMessage) => {
    for (const [other, known] of wanted)
      if (known.startsWith(told.page)) {
        if (told.kind === 'gone') wanted.delete(other)
        else if (told.place) wanted.set(other, moved(known, told.place))
      }
    if (told.page === page) hear(told)
  }

  /** Several tabs come and go at once when a window does. */
  const follow = () => {
    clearTimeout(refresh)
    refresh = setTimeout(() => stream?.follow([...new Set(wanted.values())]), 50)
  }

  const lead = () =>
    new Promise<void>(resolve => {
      stream = openStream(
        told => {
          take(told)
          say({ say: 'told', told })
        },
        () => [...new Set(wanted.values())],
      )
      letGo = () => {
        stream?.close()
        stream = null
        letGo = null
        resolve()
      }
      say({ say: 'who' })
      follow()
    })

  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.say === 'told') take(data.told)
    else if (data.say === 'who') want()
    else if (data.say === 'leave') {
      if (wanted.delete(data.tab) && stream) follow()
    } else if (wanted.get(data.tab) !== data.place) {
      wanted.set(data.tab, data.place)
      if (stream) follow()
    }
  }

  /** Asks for the connection; without locks, which plain http lacks, each tab that is seen has its own. */
  const begin = () => {
    clearTimeout(unseen)
    if (stream || asking || !wanted.has(tab)) return
    want()
    if (!navigator.locks) return void lead().catch(reportError)
    asking = new AbortController()
    const { signal } = asking
    navigator.locks
      .request('recto-live', { signal }, lead)
      .catch(error => signal.aborted || reportError(error))
      .finally(() => {
        asking = null
      })
  }
  const end = () => {
    clearTimeout(unseen)
    if (letGo) letGo()
    else asking?.abort()
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) begin()
    else unseen = setTimeout(end, navigator.locks ? UNSEEN : 0)
  })
  addEventListener('pagehide', () => {
    say({ say: 'leave', tab })
    end()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin()
  })
  begin()
}

/** The place another tab of the same page has got to: it may stay with a version of its own. */
const moved = (known: string, place: string): string => (known[10] === place[10] ? place : known)
