// A word as people write it: signs within it belong to it, so that a number, a date and an address are one each.

/**
 * Pattern of such a word, for `new RegExp(…, 'u')`. A comma belongs to it before three digits, a percent sign after it.
 * Its parts are limited, because a pattern that repeats a group without a limit fails at millions of them.
 */
export const WHOLE_WORD = String.raw`[\p{L}\p{N}_]+(?:(?:[.:/@'’+=?&#%~-]+|,(?=\p{N}{3}(?!\p{N})))[\p{L}\p{N}_]+){0,99}%?`
