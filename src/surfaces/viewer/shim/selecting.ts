// Sends the reader's selection to the shell, once the shell asks and the selection is stable.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { pathIn } from './elements.ts'
import { clear, later, listen, reportError } from './natives.ts'
import { spanOf } from './page-text.ts'
import type { Reading } from './reading.ts'
import { selectedRange } from './selected-range.ts'
import { hostOf, mayHaveOpenRoots } from './shadow-roots.ts'
import type { TextRoot } from './text-nodes.ts'

const longestQuote: Limits['quote'] = 4000
const context: Limits['context'] = 32

/** Milliseconds without a change before a selection is sent. */
const REST = 150

const getSelected = getSelection

export function reportSelection(channel: Channel, reading: Reading, root: TextRoot): void {
  let told = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = async () => {
    const selected = await selection(reading, root)
    if (selected || told) channel.send({ type: 'selected', selected })
    told = selected !== null
  }
  const watch = () => {
    clear(timer)
    timer = later(() => void report().catch(reportError), REST)
  }
  channel.on('watch', () => {
    listen('selectionchange', watch, true)
    listen('scroll', () => told && watch(), true)
    watch()
  })
}

/** A selection longer than a quote may be counts as far as that. */
async function selection(reading: Reading, root: TextRoot) {
  const chosen = getSelected()
  // Chromium calls every selection within a shadow root collapsed.
  if (!chosen || (chosen.isCollapsed && !mayHaveOpenRoots())) return null
  const page = await reading.text()
  const range = selectedRange(chosen, page.roots)
  const span = range && spanOf(page, range)
  if (!span) return null
  const { start } = span
  const end = Math.min(span.end, start + longestQuote)
  return {
    exact: page.text.slice(start, end),
    prefix: page.text.slice(Math.max(0, start - context), start),
    suffix: page.text.slice(end, end + context),
    start,
    end,
    y: range.getBoundingClientRect().bottom,
    path: pathAround(range, root),
  }
}

/** Of words within a shadow root the path of its host: no path leads into it. */
function pathAround({ commonAncestorContainer: node }: Range, root: TextRoot): string | null {
  let element = node.nodeType === 1 ? (node as Element) : node.parentElement
  for (let host = hostOf(node); host; host = hostOf(host)) element = host
  return element && pathIn(root, element)
}
