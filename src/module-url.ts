// The address of a sibling module, whichever way the program runs: from source or compiled.

/**
 * Address of `path` (relative, without extension) beside the module `base`: `.ts` when `base` is
 * TypeScript run from source, `.js` when it is compiled. `base` is the caller's `import.meta.url`.
 */
export function moduleUrl(base: string, path: string): URL {
  const extension = /\.tsx?$/.test(new URL(base).pathname) ? '.ts' : '.js'
  return new URL(path + extension, base)
}
