// Bytes that may come in pieces, in one piece.

/** For what is bounded by whoever asks for it. */
export async function readWhole(bytes: AsyncIterable<Uint8Array> | Uint8Array): Promise<Buffer> {
  if (bytes instanceof Uint8Array) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
