// What happened and how long it took, told while it happens and as a table at the end.

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
      bytes > 0 ? `${(bytes / 1_048_576).toFixed(1)} MB` : '',
      `${(milliseconds / 1000).toFixed(1)} s`,
      bytes > 0 ? `${(bytes / 1_048_576 / (milliseconds / 1000)).toFixed(0)} MB/s` : '',
    ])
    const widths = [0, 1, 2, 3, 4].map(column => Math.max(...rows.map(row => row[column]!.length)))
    const table = rows.map(row =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    const seconds = ((performance.now() - this.#begin) / 1000).toFixed(0)
    const verdict =
      this.failures === 0 ? 'All was as it should be' : `${this.failures} things were not as they should be`
    process.stdout.write(
      `\n${this.#notes.join('\n')}\n\n${table.join('\n')}\n\n${verdict}, in ${seconds} s, at ${this.#url}.\n`,
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
