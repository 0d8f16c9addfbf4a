// A short message from one person to another that goes into a mail: plain text, in which no link is made.
import { plainLines } from './plain-text.ts'

/** Longest message, in characters as people count them (contract section 3). */
const LONGEST = 500

/** The message as it is kept; null if it is too long. */
export function mailMessage(text: string): string | null {
  const message = plainLines(text).trim()
  return [...message].length > LONGEST ? null : message
}

/** Places where mail programs see an address: after `://`, and at a dot within a word. */
const linked = /:(?=\/\/)|(?<=[\p{L}\p{N}_-])\.(?=[\p{L}\p{N}_-])/gu

/**
 * Returns a text that reads the same, but of which no mail program makes a link: a hair space stands in every address.
 * Unseen characters would not do, because they are dropped from host names (UTS 46).
 */
export const withoutLinks = (text: string): string => text.replace(linked, mark => `${mark}\u200a`)
