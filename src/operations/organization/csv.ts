// Tables as comma-separated values (RFC 4180) that no spreadsheet takes for formulas.

/** Text that a spreadsheet would run: a first character that begins a formula, also after white space or in full width. */
const formula = /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

const cell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The table, with its head if it has one, a row on each line; ends with a line break. */
export const csv = (head: readonly string[] | null, rows: readonly (readonly (string | null)[])[]): string =>
  [...(head ? [head] : []), ...rows]
    .map(cells => `${cells.map(text => cell(text ?? '')).join(',')}\r\n`)
    .join('')
