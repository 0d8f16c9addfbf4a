// What is made once, however many ask: for an object, or when it is first needed.

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

/** `load`, called when it is first needed; whoever needs it later gets the same. For parts that most processes at rest never use. */
export function atFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
