// Reports what happened and how long it took, while it happens and as a table at the end.

interface Line {
  what: string
  count: string
  bytes: number
  milliseconds: number
}

export class Report {
  failures = 0
  readonly #url: string
  readonly #begin = performance.now()
  #lines: Line[] = []
  #notes: string[] = []
  #published = ''

  constructor(url: string) {
    this.#url = url
    process.stdout.write(`Recto at ${url}\n`)
  }

  /** Runs one step and notes how long it took. */
  async step<T>(what: string, work: () => Promise<T>, count = ''): Promise<T> {
    return this.#timed({ what, count, bytes: 0 }, work)
  }

  /** Runs one step that moves files. */
  async transfer<T>(
    what: string,
    files: readonly { bytes: Uint8Array }[],
    work: () => Promise<T>,
  ): Promise<T> {
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
    return this.#timed({ what, count: `${files.length} files`, bytes }, work)
  }

  /** Says what was published, kind by kind. */
  published(files: readonly { kind: string; bytes: Uint8Array; url: string }[]): void {
    const rows = [...Map.groupBy(files, file => file.kind)].map(([kind, all]) => {
      const bytes = all.reduce((sum, file) => sum + file.bytes.length, 0)
      const largest = all.reduce((most, file) => (file.bytes.length > most.bytes.length ? file : most))
      return [kind, `such as ${largest.url}`, `${all.length}`, megabytes(bytes)]
    })
    this.#published = aligned([['what', '', 'files', 'size'], ...rows], 2)
  }

  note(text: string): void {
    this.#notes.push(`  ${text}`)
  }

  fail(text: string): void {
    this.failures += 1
    this.#notes.push(`! ${text}`)
  }

  print(): void {
    const rows = this.#lines.map(({ what, count, bytes, milliseconds }) => [
      what,
      count,
      bytes > 0 ? megabytes(bytes) : '',
      `${(milliseconds / 1000).toFixed(1)} s`,
      bytes > 0 ? `${(bytes / 1_048_576 / (milliseconds / 1000)).toFixed(0)} MB/s` : '',
    ])
    const seconds = ((performance.now() - this.#begin) / 1000).toFixed(0)
    const verdict =
      this.failures === 0 ? 'All was as it should be' : `${this.failures} things were not as they should be`
    process.stdout.write(
      `\n${this.#notes.join('\n')}\n\n${this.#published}\n\n${aligned(rows, 2)}\n\n${verdict}, in ${seconds} s, at ${this.#url}.\n`,
    )
  }

  async #timed<T>(line: Omit<Line, 'milliseconds'>, work: () => Promise<T>): Promise<T> {
    const begin = performance.now()
    const value = await work()
    const milliseconds = performance.now() - begin
    this.#lines.push({ ...line, milliseconds })
    process.stdout.write(`${line.what} ${line.count} (${(milliseconds / 1000).toFixed(1)} s)\n`)
    return value
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** Rows under each other: the first `words` columns from the left, the others from the right. */
function aligned(rows: readonly (readonly string[])[], words: number): string {
  const width = (column: number) => Math.max(...rows.map(row => row[column]?.length ?? 0))
  const cell = (text: string, column: number) =>
    column < words ? text.padEnd(width(column)) : text.padStart(width(column))
  return rows.map(row => row.map(cell).join('  ').trimEnd()).join('\n')
}
