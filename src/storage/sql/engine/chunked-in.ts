// Lists as parameters in a few fixed lengths, so that the texts of queries stay few and are prepared once.

const lengths = [1, 4, 16, 64, 256] as const

/** Cuts a list into pieces of at most `most` and fills each up to a fixed length with its last member. */
export function chunkedIn<T>(all: readonly T[], most: (typeof lengths)[number] = 256): T[][] {
  const pieces: T[][] = []
  for (let start = 0; start < all.length; start += most) {
    const piece = all.slice(start, start + most)
    const length = lengths.find(size => size >= piece.length)!
    pieces.push([...piece, ...Array<T>(length - piece.length).fill(piece.at(-1)!)])
  }
  return pieces
}
