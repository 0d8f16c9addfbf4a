// Lists as parameters in a few fixed lengths, so that the texts of queries stay few and are prepared once.

const lengths = [1, 4, 16, 64, 256] as const

/** Cuts a list into pieces of at most 256 and fills each up to a fixed length with its last member. */
export function chunkedIn<T>(all: readonly T[]): T[][] {
  const pieces: T[][] = []
  for (let start = 0; start < all.length; start += 256) {
    const piece = all.slice(start, start + 256)
    const length = lengths.find(size => size >= piece.length)!
    pieces.push([...piece, ...Array<T>(length - piece.length).fill(piece.at(-1)!)])
  }
  return pieces
}
