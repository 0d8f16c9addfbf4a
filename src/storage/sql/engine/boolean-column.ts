// True and false as stored: 1 and 0 in both databases.

export type Bit = 0 | 1

export const toBit = (value: boolean): Bit => (value ? 1 : 0)
