// Reads the place of an element alone: the steps of its path, its tag, the language of its code. It reads no page.
import type { TextRange } from '../../domain/anchor.ts'

/** One step of a path: `tag`, `#id`, `tag#id`, each with `:nth-of-type(n)` or `:nth-child(n)` or without. */
export interface Step {
  tag: string | null
  id: string | null
  nth: { of: 'type' | 'child'; n: number } | null
}

const step = /^([A-Za-z][\w-]*)?(?:#([\w:.-]+))?(?::nth-(of-type|child)\((\d{1,6})\))?$/

/** More steps than any page is deep. */
const MOST_STEPS = 200

/** The steps of `html > body > p:nth-of-type(2)`; null for any other selector. */
export function stepsOf(path: string): Step[] | null {
  const steps = path.split('>').map((text): Step | null => {
    const [whole, tag, id, of, n] = step.exec(text.trim()) ?? []
    if (!whole) return null
    const nth =
      n === undefined ? null : { of: of === 'child' ? ('child' as const) : ('type' as const), n: Number(n) }
    return { tag: tag?.toLowerCase() ?? null, id: id ?? null, nth }
  })
  return steps.length <= MOST_STEPS && steps.every(each => each !== null) ? steps : null
}

/** Tells whether it is a path of plain steps. */
export const isPath = (path: string): boolean => stepsOf(path) !== null

/** The tag of the element that a place was made of; null for a place of other things. */
export const tagOf = ({ prefix }: Pick<TextRange, 'prefix'>): string | null =>
  /^<([A-Za-z][\w-]*)/.exec(prefix)?.[1]?.toLowerCase() ?? null

/** The language of the block of code that a place was made of; null for one of other things. */
export const languageOf = ({ prefix }: Pick<TextRange, 'prefix'>): string | null =>
  /^<pre [^>]*\blanguage="([\w+#.-]+)"/.exec(prefix)?.[1] ?? null
