// Unified diffs between two versions of a file.
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk } from 'diff'
import { type Change, changes } from './changes.ts'

/** Lines shown unchanged around a change. */
const CONTEXT = 3

/** Names of the two sides, as they appear after `---` and `+++`. */
export interface Labels {
  from: string
  to: string
}

/** Lines with their endings; the last may have none. */
export const linesOf = (text: string): string[] => text.match(/[^\n]+\n?|\n/g) ?? []

/**
 * Returns a unified diff from `from` to `to` with three lines of context, which `patch` applies exactly,
 * a missing newline at the end included; null if they are equal.
 * @param budget milliseconds after which a coarser diff, in the worst case one hunk, is given instead of the shortest
 */
export function unified(from: string, to: string, labels: Labels, budget = 1000): string | null {
  if (from === to) return null
  const [a, b] = [linesOf(from), linesOf(to)]
  const hunks = grouped(changes(a, b, budget)).map(group => hunk(a, b, group))
  return formatPatch(
    { oldFileName: labels.from, newFileName: labels.to, oldHeader: '', newHeader: '', hunks },
    FILE_HEADERS_ONLY,
  )
}

/** The same as the bytes of a JSON string, empty if they are equal: they go into the answer as they are. */
export const unifiedJson = (from: string, to: string, labels: Labels, budget?: number): Uint8Array =>
  Buffer.from(JSON.stringify(unified(from, to, labels, budget) ?? ''))

/** Changes whose context would touch belong to one hunk. */
function grouped(list: Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of list) {
    const last = groups.at(-1)
    if (last && change.aStart - last.at(-1)!.aEnd <= 2 * CONTEXT) last.push(change)
    else groups.push([change])
  }
  return groups
}

function hunk(a: string[], b: string[], group: Change[]): StructuredPatchHunk {
  const [first, last] = [group[0]!, group.at(-1)!]
  const lead = Math.min(CONTEXT, first.aStart)
  const tail = Math.min(CONTEXT, a.length - last.aEnd)
  const out: string[] = []
  let at = first.aStart - lead
  for (const change of group) {
    mark(out, ' ', a, at, change.aStart)
    mark(out, '-', a, change.aStart, change.aEnd)
    mark(out, '+', b, change.bStart, change.bEnd)
    at = change.aEnd
  }
  mark(out, ' ', a, at, last.aEnd + tail)
  return {
    oldStart: first.aStart - lead + 1,
    oldLines: last.aEnd + tail - first.aStart + lead,
    newStart: first.bStart - lead + 1,
    newLines: last.bEnd + tail - first.bStart + lead,
    lines: out,
  }
}

function mark(out: string[], sign: string, lines: string[], start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const line = lines[at]!
    if (line.endsWith('\n')) out.push(sign + line.slice(0, -1))
    else out.push(sign + line, '\\ No newline at end of file')
  }
}
