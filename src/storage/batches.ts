// Gathers the small chunks of a stream into fewer, larger writes.

/** Chunks that follow each other, and how many bytes they are together. */
export interface Batch {
  readonly chunks: Uint8Array[]
  readonly bytes: number
}

/**
 * Batches of at least `size` bytes, except the last, which may be smaller but never empty.
 * The next chunk is asked for only when the batch before was taken, so back-pressure reaches the source.
 */
export async function* batches(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Batch> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    if (chunk.byteLength === 0) continue
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes < size) continue
    yield { chunks, bytes }
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield { chunks, bytes }
}
