// Two people's passages kept one after the other: what would read as one paragraph gets an empty line between.

/** Begins like running text, marks of words included: no list, table, quotation, heading, code or tag, for which an empty line would change the page. */
const isProse = (line: string): boolean =>
  !/^(?:[\s|<>:]|[-+*](?:\s|$)|#{1,6}(?:\s|$)|```|~~~|([-_*=])\1+\s*$|\d{1,9}[.)](?:\s|$))/.test(line)

/** `end` is the file's line break. */
export function keepBoth(first: string, second: string, end: string): string {
  if (first === '' || second === '') return first + second
  const ended = first.endsWith('\n') ? first : first + end
  const last = ended.trimEnd().split('\n').at(-1)!
  const isOneParagraph = /[^\n]\r?\n$/.test(ended.slice(-3)) && isProse(last) && isProse(second)
  return isOneParagraph ? ended + end + second : ended + second
}
