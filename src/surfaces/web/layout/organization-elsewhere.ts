// Whether the reader went to another organization in another window since this page was made.

interface Me {
  organization: { id: string } | null
}

/** False also where the server does not say; never rejects. */
export async function isElsewhere(madeFor: string | null): Promise<boolean> {
  const me = await readMe().catch(() => null)
  return me !== null && (me.organization?.id ?? null) !== madeFor
}

async function readMe(): Promise<Me | null> {
  const answer = await fetch('/v1/me')
  return answer.ok ? answer.json() : null
}
