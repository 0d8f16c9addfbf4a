// Measures several things in turn, round after round, so that what else the machine does meets all of them alike.

/** The best of every measure over the rounds; a higher number is better. One round before does not count. */
export async function bestOf<const Names extends string>(
  rounds: number,
  measures: Record<Names, () => Promise<number>>,
): Promise<Record<Names, number>> {
  const best = {} as Record<Names, number>
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(measures) as [Names, () => Promise<number>][]) {
      const value = await measure()
      if (round >= 0) best[name] = Math.max(best[name] ?? 0, value)
    }
  }
  return best
}
