// Addresses that begin with `www.` become links, by the rules of GitHub's specification (extended autolinks).
import type { MarkdownIt } from 'markdown-it'

/** Longer addresses are cut; nobody types them. */
const LONGEST = 2000

const domain = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*/

/** Length of the address whose part after `www.` begins at `at`; 0 if there is none. */
export function addressLength(text: string, at: number): number {
  const rest = text.slice(at, at + LONGEST)
  const host = domain.exec(rest)?.[0]
  if (
    !host ||
    host
      .split('.')
      .slice(-2)
      .some(part => part.includes('_'))
  )
    return 0
  const whole = /^[^\s<]*/.exec(rest)![0]
  return trimmed(whole).length
}

/** Without the punctuation that belongs to the sentence: marks, closing brackets too many, an entity. */
function trimmed(address: string): string {
  for (let text = address; ; ) {
    const shorter = text.endsWith(')')
      ? withoutBracket(text)
      : text.replace(/&[A-Za-z0-9]{1,32};$|[?!.,:*_~'"]$/, '')
    if (shorter === text) return text
    text = shorter
  }
}

const withoutBracket = (text: string): string =>
  text.split(')').length > text.split('(').length ? text.slice(0, -1) : text

/** Teaches a parser `www.` links. */
export function wwwLinks(markdown: MarkdownIt): void {
  markdown.linkify.add('www.', {
    validate: addressLength,
    normalize: match => {
      match.url = `http://${match.url}`
    },
  })
}
