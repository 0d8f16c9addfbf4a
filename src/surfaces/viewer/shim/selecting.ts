// Sends the reader's selection to the shell, once the shell asks and the selection is stable.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { pathOf, rootOf } from './elements.ts'
import { clear, later, reportError } from './natives.ts'
import { spanOf } from './page-text.ts'
import type { Reading } from './reading.ts'
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
    document.addEventListener('selectionchange', watch)
    addEventListener('scroll', () => told && watch(), true)
    watch()
  })
}

/** A selection longer than a quote may be counts as far as that. */
async function selection(reading: Reading, root: TextRoot) {
  const chosen = getSelected()
  if (!chosen || chosen.isCollapsed) return null
  const range = chosen.getRangeAt(0).cloneRange()
  const page = await reading.text()
  const span = spanOf(page, range)
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

function pathAround({ commonAncestorContainer: node }: Range, root: TextRoot): string | null {
  const element = node.nodeType === 1 ? (node as Element) : node.parentElement
  const whole = rootOf(root)
  return element && whole?.contains(element) ? pathOf(element, whole) : null
}
