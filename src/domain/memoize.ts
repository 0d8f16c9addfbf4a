// What follows from an object alone is made once for it, however many ask.

/** `make`, called once for each object as long as that lives. What it made is shared, so nobody may change it. */
export function memoizeByObject<K extends object, V>(make: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, V>()
  return from => {
    const found = known.get(from)
    if (found !== undefined) return found
    const made = make(from)
    known.set(from, made)
    return made
  }
}
