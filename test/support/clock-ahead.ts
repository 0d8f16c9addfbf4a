// For node itself: a clock that is wrong.

/** Arguments with which the clock of a process is so many milliseconds ahead. */
export const ahead = (ms: number): string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `const Real = Date; globalThis.Date = class extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${ms}) }
      static now() { return Real.now() + ${ms} }
    }`,
  )}`,
]
