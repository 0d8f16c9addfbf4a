// Packs files into a tar archive (POSIX ustar), the same bytes for the same files.

export interface TarFile {
  /** At most 100 ASCII characters. */
  path: string
  bytes: Uint8Array
  /** Whether it is a program. */
  executable?: boolean
}

const BLOCK = 512

/** Seconds since 1970 that every file bears; npm gives its packages the same. */
const MOMENT = 499_162_500

/** The archive, uncompressed. */
export const tarOf = (files: readonly TarFile[]): Buffer =>
  Buffer.concat([...files.flatMap(entryOf), Buffer.alloc(2 * BLOCK)])

function entryOf({ path, bytes, executable }: TarFile): Uint8Array[] {
  const padding = (BLOCK - (bytes.length % BLOCK)) % BLOCK
  return [headerOf(path, bytes.length, executable ? 0o755 : 0o644), bytes, Buffer.alloc(padding)]
}

function headerOf(path: string, size: number, mode: number): Buffer {
  if (path.length > 100) throw new RangeError(`${path} is too long for a tar header.`)
  const header = Buffer.alloc(BLOCK)
  const number = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'ascii')
  header.write(path, 0, 'ascii')
  number(mode, 100, 8)
  number(0, 108, 8)
  number(0, 116, 8)
  number(size, 124, 12)
  number(MOMENT, 136, 12)
  header.write('        0', 148, 'ascii')
  header.write('ustar\x0000', 257, 'ascii')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return header
}
