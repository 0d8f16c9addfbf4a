// Which files may be published, by name, media type and bytes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { checkFile } from '../../src/content/html/check-file.ts'
import { formatOf } from '../../src/content/html/format.ts'
import { Problem } from '../../src/domain/problem.ts'
import { fc } from '../support/properties.ts'

const outcome = (work: () => string): string => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

const names: [filename: string | undefined, mediaType: string | undefined, expected: string][] = [
  ['page.html', undefined, 'html'],
  ['page.HTM', 'text/plain', 'html'],
  ['notes.md', 'text/html', 'markdown'],
  ['notes.markdown', 'application/octet-stream', 'markdown'],
  ['.md', undefined, 'markdown'],
  ['a.b.c.html', undefined, 'html'],
  ['dir/sub\\page.html', undefined, 'html'],
  ['page', 'text/html; charset=latin1', 'html'],
  ['README', 'text/markdown', 'markdown'],
  ['README', 'Text/X-Markdown', 'markdown'],
  [undefined, 'text/html', 'html'],
  ['', 'text/markdown', 'markdown'],
  ['Release 1.2 notes', 'text/markdown', 'markdown'],
  ['page.txt', 'text/html', 'unsupported_format'],
  ['image.svg', undefined, 'unsupported_format'],
  ['page.pdf', 'application/pdf', 'unsupported_format'],
  ['page.xhtml', 'application/xhtml+xml', 'unsupported_format'],
  ['README', 'application/octet-stream', 'unsupported_format'],
  ['README', undefined, 'unsupported_format'],
  [undefined, undefined, 'unsupported_format'],
  ['constructor', '__proto__', 'unsupported_format'],
  ['site.zip', 'text/html', 'single_file_only'],
  ['site.html.gz', undefined, 'single_file_only'],
  ['site.tar', undefined, 'single_file_only'],
  ['SITE.7Z', undefined, 'single_file_only'],
  ['site', 'application/zip', 'single_file_only'],
  ['site/', 'text/html', 'single_file_only'],
]

test('the extension decides the format, the media type only where there is none', () => {
  for (const [filename, mediaType, expected] of names)
    assert.equal(
      outcome(() => formatOf(filename, mediaType)),
      expected,
      `${filename} as ${mediaType}`,
    )
})

test('the media type is told only where it was asked', () => {
  const said = (...of: [string, string]): string => {
    try {
      return formatOf(...of)
    } catch (error) {
      return String((error as Error).message)
    }
  }
  assert.match(said('page.pdf', 'text/markdown'), /^The file "page.pdf" is neither/)
  assert.match(said('page', 'text/plain'), /^The file "page" \(text\/plain\) is neither/)
})

async function* parts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function passed(bytes: Uint8Array, size: number, limit = 1e6): Promise<Buffer | string> {
  const out: Uint8Array[] = []
  try {
    for await (const chunk of checkFile(parts(bytes, size), limit)) out.push(chunk)
    return Buffer.concat(out)
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

function tar(): Buffer {
  const head = Buffer.alloc(1024)
  head.write('index.html')
  head.write('ustar', 257)
  return head
}

const refused: [what: string, bytes: Buffer, expected: string][] = [
  ['nothing', Buffer.alloc(0), 'empty_file'],
  ['zip', Buffer.from('PK\x03\x04rest'), 'single_file_only'],
  ['empty zip', Buffer.from('PK\x05\x06'), 'single_file_only'],
  ['gzip', gzipSync('<p>'), 'single_file_only'],
  ['tar', tar(), 'single_file_only'],
  ['7z', Buffer.from('377abcaf271c0004', 'hex'), 'single_file_only'],
  ['rar', Buffer.from('526172211a0700', 'hex'), 'single_file_only'],
  ['xz', Buffer.from('fd377a585a0000', 'hex'), 'single_file_only'],
  ['bzip2', Buffer.from('BZh91AY&SY'), 'single_file_only'],
  ['zstd', Buffer.from('28b52ffd00', 'hex'), 'single_file_only'],
  ['latin-1', Buffer.from('caf\xe9 au lait', 'latin1'), 'not_utf8'],
  ['overlong', Buffer.from([0x41, 0xc0, 0x80]), 'not_utf8'],
  ['surrogate', Buffer.from([0xed, 0xa0, 0x80]), 'not_utf8'],
  ['beyond Unicode', Buffer.from([0xf4, 0x90, 0x80, 0x80]), 'not_utf8'],
  ['cut at the end', Buffer.from([0x41, 0xe2, 0x82]), 'not_utf8'],
  ['lone continuation', Buffer.from([0x80]), 'not_utf8'],
  ['utf-16', Buffer.from('\ufeffhello', 'utf16le'), 'not_utf8'],
  ['image', Buffer.from('89504e470d0a1a0a', 'hex'), 'not_utf8'],
]

test('archives, other encodings and nothing at all are refused, however the bytes are cut', async () => {
  for (const [what, bytes, expected] of refused)
    for (const size of [1, 2, 3, 7, 4096])
      assert.equal(await passed(bytes, size), expected, `${what} by ${size}`)
})

test('text passes byte for byte, a byte order mark kept, a BZh in words not taken for an archive', async () => {
  for (const text of ['\ufeff# Hi', 'BZh is a word', 'a', '€'.repeat(500), 'PK is short'])
    for (const size of [1, 2, 3, 5, 100])
      assert.deepEqual(await passed(Buffer.from(text), size), Buffer.from(text))
})

test('any bytes pass exactly when they are valid UTF-8, in any cutting', async () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const check = async (bytes: Uint8Array, size: number) => {
    const padded = Buffer.concat([Buffer.from('a '), bytes])
    let expected: Buffer | string = padded
    try {
      decoder.decode(bytes)
    } catch {
      expected = 'not_utf8'
    }
    assert.deepEqual(await passed(padded, size), expected)
  }
  const unit = fc.oneof(
    fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xf4),
    fc.nat(255),
  )
  const bytes = fc.oneof(
    fc.array(unit, { minLength: 1, maxLength: 12 }).map(list => Uint8Array.from(list)),
    fc.string({ unit: 'binary', minLength: 1 }).map(text => new Uint8Array(Buffer.from(text))),
  )
  await fc.assert(fc.asyncProperty(bytes, fc.integer({ min: 1, max: 5 }), check), { numRuns: 500 })
})

test('one byte over the limit is refused at once, with the limit; the limit itself passes', async () => {
  assert.equal(await passed(Buffer.alloc(11, 'a'), 4, 10), 'file_too_large')
  assert.deepEqual(await passed(Buffer.alloc(10, 'a'), 4, 10), Buffer.alloc(10, 'a'))
  let given = 0
  const endless = (async function* () {
    for (;;) yield Buffer.alloc(100 + 0 * given++, 'a')
  })()
  await assert.rejects(
    async () => {
      for await (const _ of checkFile(endless, 1000));
    },
    (error: unknown) => error instanceof Problem && error.extras.limit === 1000,
  )
  assert.equal(given, 11)
})
