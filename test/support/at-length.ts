// How much of a test is run: a little before each commit, and at length in `bin/check --full`.

/** True where RECTO_TEST_FULL is set. */
export const isAtLength = Boolean(process.env.RECTO_TEST_FULL)

/** @returns `plain`, or `full` where tests run at length */
export const atLength = (plain: number, full: number): number => (isAtLength ? full : plain)
