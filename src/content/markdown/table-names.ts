// Names for the tables of a page, for screen readers: by caption or the heading above, with a number where a name is taken.

/** Characters of a heading or a caption within a name. */
const LONGEST = 80

export class TableNames {
  private readonly counts = new Map<string, number>()

  /** Returns the name of the next table, unlike all before; `caption` and `heading` are empty where there is none. */
  next({ caption, heading }: { caption: string; heading: string }): string {
    const said = short(caption || heading)
    const rest = said === '' ? '' : caption ? ` “${said}”` : ` in “${said}”`
    const count = (this.counts.get(rest) ?? 0) + 1
    this.counts.set(rest, count)
    return count === 1 ? `Table${rest}` : `Table ${count}${rest}`
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line
}
