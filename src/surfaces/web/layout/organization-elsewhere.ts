// Whether the reader went to another organization in another window since this page was made.

/** False also where the server does not say. */
export async function isElsewhere(madeFor: string | null): Promise<boolean> {
  const answer = await fetch('/v1/me').catch(() => null)
  if (!answer?.ok) return false
  const me: { organization: { id: string } | null } = await answer.json()
  return (me.organization?.id ?? null) !== madeFor
}
