// The colour in which one person is shown everywhere.

const COLORS = 8

/** 0 to 7, from the id of a person or a credential (contract section 5, `author.color`). */
export function colorOf(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) % 65_521
  return sum % COLORS
}
