// Words of a page on one short line.

import { plain } from '../../../domain/plain-text.ts'

/** The words without marks that turn the reading order, cut between two characters; empty where nothing is left. */
export function shortened(text: string, length: number): string {
  const line = [...plain(text.replace(/\s+/g, ' ')).trim()]
  return line.length > length ? `${line.slice(0, length - 1).join('')}…` : line.join('')
}
