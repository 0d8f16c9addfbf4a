// Measures how long the main threads of the browser's pages are busy, in processor time, so that other programs do not count.
import type { Browser } from 'playwright-core'

/** Milliseconds that one task of our code may take once the page is loaded. */
export const LONGEST = 100

/** Milliseconds of processor time of the longest task. */
export interface Longest {
  /** Without style, layout, painting and parsing, which are the page's own. */
  ours: number
  /** With everything. */
  all: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds by the clock, and of the processor. */
  dur?: number
  tdur?: number
}

/** Tasks that a browser does for every page, ours or not, whoever asked for them. */
const browsers = new Set([
  'UpdateLayoutTree',
  'Layout',
  'Layerize',
  'PrePaint',
  'Paint',
  'Commit',
  'UpdateLayer',
  'CompositeLayers',
  'HitTest',
  'ParseHTML',
  'IntersectionObserverController::computeIntersections',
])

/** Begins to watch; the function returned ends it and tells the longest task of all pages after the last was parsed and loaded. */
export async function watchTasks(chromium: Browser): Promise<() => Promise<Longest>> {
  const session = await chromium.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      ...{ recordMode: 'recordAsMuchAsPossible', includedCategories, excludedCategories: ['*'] },
    },
  })
  return async () => {
    const complete = new Promise<void>(resolve => session.once('Tracing.tracingComplete', () => resolve()))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    return longestOf(events)
  }
}

function longestOf(events: readonly TraceEvent[]): Longest {
  // A process without a document of this visit may still be clearing away what was read before.
  const mains = new Set(events.filter(({ name }) => name === 'CommitLoad').map(threadOf))
  const longest = { ours: 0, all: 0 }
  const whole = events.filter(
    event => event.ph === 'X' && event.tdur !== undefined && mains.has(threadOf(event)),
  )
  // Small pictures are documents of their own, parsed when they are shown.
  const parsed = Math.max(
    0,
    ...whole.filter(({ name, dur }) => name === 'ParseHTML' && dur! > 200).map(endOf),
  )
  const loads = events.filter(({ name, ts }) => name === 'MarkLoad' && ts >= parsed).map(({ ts }) => ts)
  const begins = loads.length > 0 ? Math.min(...loads) : parsed
  const later = whole.filter(({ ts }) => ts >= begins)
  for (const thread of Map.groupBy(later, threadOf).values()) {
    const ordered = thread.sort((a, b) => a.ts - b.ts || b.dur! - a.dur!)
    for (const task of tasksOf(ordered)) {
      longest.all = Math.max(longest.all, task.all / 1000)
      longest.ours = Math.max(longest.ours, (task.all - task.browsers) / 1000)
    }
  }
  return longest
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

const endOf = ({ ts, dur }: TraceEvent): number => ts + dur!

/** The tasks of one thread, with what of each is the browser's; what lies in such a part is not counted again. */
function tasksOf(ordered: readonly TraceEvent[]): { all: number; browsers: number }[] {
  const tasks: { all: number; browsers: number }[] = []
  let [taskEnds, partEnds] = [0, 0]
  for (const event of ordered) {
    if (event.name === 'RunTask' && event.ts >= taskEnds) {
      tasks.push({ all: event.tdur!, browsers: 0 })
      taskEnds = endOf(event)
    } else if (browsers.has(event.name) && event.ts < taskEnds && event.ts >= partEnds) {
      tasks.at(-1)!.browsers += event.tdur!
      partEnds = endOf(event)
    }
  }
  return tasks
}
