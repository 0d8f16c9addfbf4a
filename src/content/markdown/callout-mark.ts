// The mark at the beginning of a callout: its type, whether it folds, and its title.

/** GitHub's alerts, and the types of Obsidian with their aliases. */
const aliases: Record<string, string> = {
  note: '',
  abstract: 'summary tldr',
  info: '',
  todo: '',
  tip: 'hint',
  important: '',
  success: 'check done',
  question: 'help faq',
  warning: 'attention',
  caution: '',
  failure: 'fail missing',
  danger: 'error',
  bug: '',
  example: '',
  quote: 'cite',
}

/** The kinds that themes tell apart, as classes `alert-note` and so on. */
export const calloutKinds: readonly string[] = Object.keys(aliases)

const kinds = new Map(
  Object.entries(aliases).flatMap(([kind, names]) =>
    `${kind} ${names}`
      .trim()
      .split(' ')
      .map(name => [name, kind]),
  ),
)

export interface CalloutMark {
  kind: string
  /** Set if readers can fold it: its state at first. */
  fold: 'open' | 'closed' | null
  /** Markdown of the author; empty if there is none. */
  title: string
  /** The type as a title, for where there is no other. */
  name: string
}

const mark = /^\[!([\p{L}\p{N}][\p{L}\p{N} _-]{0,39})(?:\|[^[\]]{0,99})?\]([+-]?)(?:[ \t](.*))?$/su

/** Reads the first line of a quotation; null if it is no callout. A type that nobody knows is a note, as in Obsidian. */
export function readCalloutMark(line: string): CalloutMark | null {
  const found = line.startsWith('[!') && mark.exec(line.trimEnd())
  if (!found) return null
  const [, type = '', fold, title = ''] = found
  return {
    kind: kinds.get(type.trim().toLowerCase()) ?? 'note',
    fold: fold === '' ? null : fold === '-' ? 'closed' : 'open',
    title: title.trim(),
    name: nameOf(type.trim()),
  }
}

function nameOf(type: string): string {
  const words = type.toLowerCase().replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
