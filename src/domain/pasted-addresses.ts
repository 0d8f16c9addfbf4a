// The email addresses in a pasted text, also with the names that mail programs write beside them.

/** A name in quotation marks, which may hold the signs that divide addresses (RFC 5322, section 3.4). */
const quotedName = /"[^"\n]*"\s*(?=<)/g

const bracketed = /<([^<>\s]+)>/g

/**
 * The addresses of a text, whatever stands between them. `Ana <ana@example.com>` is her address alone; words that are none
 * are left for the check of addresses to name.
 */
export function addressesIn(text: string | undefined): string[] {
  return (text ?? '')
    .replace(quotedName, ' ')
    .split(/[,;\r\n]/)
    .flatMap(inPart)
}

function inPart(part: string): string[] {
  const words = part.replace(bracketed, ' $& ').split(/\s+/).filter(Boolean)
  const named = words.some(isBracketed)
  return words
    .filter(word => !named || isBracketed(word) || word.includes('@'))
    .map(word => (isBracketed(word) ? word.slice(1, -1) : word))
}

const isBracketed = (word: string): boolean => /^<[^<>]+>$/.test(word)
