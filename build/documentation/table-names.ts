// Each table that scrolls is a region of its own, so that a screen reader lists it: named after the heading above it.
const HEADING_OR_TABLE = /<h[1-6][^>]*>(?<heading>.*?)<\/h[1-6]>|aria-label="Table"/gs

/** Gives every table of the page a name that no other has. */
export function nameTables(html: string): string {
  const counts = new Map<string, number>()
  let heading = ''
  return html.replace(HEADING_OR_TABLE, (found, ...rest) => {
    const { heading: text } = rest.at(-1) as { heading?: string }
    if (text !== undefined) heading = text.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;')
    if (text !== undefined) return found
    const count = (counts.get(heading) ?? 0) + 1
    counts.set(heading, count)
    return `aria-label="Table: ${heading}${count > 1 ? `, ${count}` : ''}"`
  })
}
