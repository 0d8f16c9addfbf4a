// One figure: what was done, how fast, beside what, and whether that reaches the goal.

export interface Row {
  what: string
  /** The product's own figure, with its unit. */
  ours: string
  /** The figure that ours is compared with, measured in the same run. */
  peer: string
  ratio: string
  goal: string
  met: boolean
}

/** `12,345` */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** `0.83` or `12.4` */
export const times = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value below which this share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** True if the short settings are wanted. */
export const isQuick = process.argv.includes('--quick')
