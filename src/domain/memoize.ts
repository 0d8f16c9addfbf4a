// Values that are made once, however many callers ask: for an object, or at first use.

/** Calls `make` once for each object as long as that lives. The result is shared, so nobody may change it. */
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

/** Calls `load` at first use; later callers get the same. For parts that most processes at rest never use. */
export function atFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
