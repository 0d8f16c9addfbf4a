// The format of a file by its name, or by its media type if the name does not say.
import type { Format } from '../../domain/artifact.ts'
import { plain } from '../../domain/plain-text.ts'
import { Problem } from '../../domain/problem.ts'
import { notSingle } from './check-file.ts'

const formats: Record<string, Format> = {
  html: 'html',
  htm: 'html',
  md: 'markdown',
  markdown: 'markdown',
  'text/html': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
}

const archives = new Set([
  ...['zip', 'gz', 'gzip', 'tgz', 'tar', 'bz2', 'tbz', 'tbz2', 'xz', 'txz', 'zst', 'tzst', '7z', 'rar'],
  ...['jar', 'war', 'cab', 'lz', 'lz4', 'lzma', 'br', 'cpio', 'iso', 'dmg', 'ar', 'deb', 'rpm', 'z'],
  ...['application/zip', 'application/x-zip-compressed', 'application/gzip', 'application/x-gzip'],
  ...[
    'application/x-tar',
    'application/x-7z-compressed',
    'application/vnd.rar',
    'application/x-rar-compressed',
  ],
  ...['application/x-bzip2', 'application/x-xz', 'application/zstd', 'application/x-directory'],
])

/** The extension of the last path segment, lower-cased; empty if it has none. */
function extensionOf(filename: string): string {
  const name = filename.trim().split(/[/\\]/).at(-1) ?? ''
  return /\.([a-z0-9_-]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * The format of a file (contract section 3): the extension decides; the media type is asked only
 * where the name has no extension.
 * @throws Problem `single_file_only` for an archive or a folder, `unsupported_format` for anything else
 */
export function formatOf(filename?: string, mediaType?: string): Format {
  if (filename && /[/\\]\s*$/.test(filename)) throw notSingle(`${plain(filename)} is a folder.`)
  const extension = extensionOf(filename ?? '')
  const kind = extension || (mediaType?.split(';')[0] ?? '').trim().toLowerCase()
  const format = Object.hasOwn(formats, kind) ? formats[kind] : undefined
  if (format) return format
  if (archives.has(kind)) throw notSingle('This is an archive.')
  throw new Problem(
    'unsupported_format',
    `${seen(filename, extension ? undefined : mediaType)} Send a .html, .htm, .md or .markdown file.`,
  )
}

const seen = (filename?: string, mediaType?: string): string =>
  filename
    ? `The file "${plain(filename)}"${mediaType ? ` (${mediaType})` : ''} is neither HTML nor Markdown.`
    : `The file has no name${mediaType ? ` and is ${mediaType}` : ''}, so its format is unknown.`
