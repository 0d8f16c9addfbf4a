// The sentence about who can open an artifact now, for people and programs alike.

type Row = Readonly<Record<string, unknown>>

/** Names shown to a person; a program gets all of them. */
const SHOWN = 3

/** Says who can open the artifact. */
export function audience({ visibility, sharedWith, organization }: Row, shown = SHOWN): string {
  const named = (sharedWith as string[] | undefined) ?? []
  if (visibility === 'public') return 'Anyone can open this page.'
  if (visibility === 'company') {
    const home = (organization as Row | null)?.name ?? 'your organization'
    return `Anyone at ${home} can open this page${named.length > 0 ? `, and ${people(named, shown)}` : ''}.`
  }
  return named.length > 0
    ? `The owner and ${people(named, shown)} can open this page.`
    : 'Only the owner can open this page.'
}

function people(named: readonly string[], shown: number): string {
  const rest = named.length - shown
  const names = rest > 1 ? [...named.slice(0, shown), `${rest} others`] : named
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The answer to a change of audience with the sentence in it as `canOpen`, which names everybody; anything else as it is. */
export function withAudience(value: unknown): unknown {
  const row = value as Row | null
  if (row === null || !('visibility' in row)) return value
  return { ...row, canOpen: audience(row, Number.POSITIVE_INFINITY) }
}

/** Whom the server accepted for mail; people who want none are included. */
export function notified({ notified = [] }: { notified?: unknown }): string {
  const people = notified as string[]
  return people.length === 0 ? '' : ` Mail with the link goes to ${people.join(', ')}.`
}
