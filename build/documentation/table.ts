// Tables in Markdown.

/** A text as it may stand in a cell. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Cells hold Markdown; what comes from elsewhere goes through `cell`. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
