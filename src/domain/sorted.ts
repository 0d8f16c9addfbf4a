// Looking things up in sorted lists.

/** Index of the last item whose number is no more than the value; -1 if there is none. */
export function lastAtMost<Item = number>(
  sorted: readonly Item[],
  value: number,
  numberOf: (item: Item) => number = Number,
): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numberOf(sorted[middle]!) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
