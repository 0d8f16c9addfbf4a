// The built scripts and styles: their hashed addresses for pages, and their bytes, compressed once and kept.

import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { markSvg } from './components/mark.tsx'

export interface Assets {
  /** Address of the file built from `source`, a path such as `src/surfaces/web/style.css`. Unknown names throw. */
  url(source: string): string
  /** Addresses of the modules that `source` imports, for preloading. */
  imports(source: string): string[]
  /** The text of the file built from `source`. */
  text(source: string): string
  /** The file at a path such as `/assets/viewer-3fa9.js` or `/favicon.svg`, in an encoding that is accepted; null if there is none. */
  file(path: string, acceptEncoding?: string): AssetFile | null
}

export interface AssetFile {
  bytes: Uint8Array
  /** `Content-Type`, to which the header table adds the rest (`HeaderTable.asset`). */
  type: string
  /** `Content-Encoding` where the bytes are compressed. */
  encoding: 'br' | 'gzip' | null
  /** False for the favicon, whose address has no hash: an hour is enough for it. */
  immutable: boolean
}

interface Entry {
  file: string
  imports?: string[]
}

const prefix = '/assets/'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Reads the manifest of the build in `folder`; without one it says how to make it. */
export function openAssets(folder: string): Assets {
  const manifest = readManifest(folder)
  const entry = (source: string): Entry => {
    const found = manifest[source]
    if (!found) throw new Error(`The build holds no ${source}. Run bin/build.`)
    return found
  }
  const known = new Set(Object.values(manifest).map(({ file }) => file))
  const kept = new Map<string, Encodings>([['/favicon.svg', encodings(Buffer.from(markSvg), '.svg', false)]])
  return {
    url: source => prefix + entry(source).file,
    imports: source => importsOf(source, entry).map(file => prefix + file),
    text: source => readFileSync(join(folder, entry(source).file), 'utf8'),
    file: (path, accept = '') => {
      const name = path.startsWith(prefix) ? path.slice(prefix.length) : ''
      if (known.has(name) && !kept.has(path))
        kept.set(path, encodings(readFileSync(join(folder, name)), extname(name), true))
      const found = kept.get(path === '/favicon.ico' ? '/favicon.svg' : path)
      return found ? accepted(found, accept) : null
    },
  }
}

function readManifest(folder: string): Record<string, Entry> {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  } catch (cause) {
    throw new Error(`${folder} holds no build of the pages. Run bin/build.`, { cause })
  }
}

function importsOf(source: string, entry: (source: string) => Entry, seen = new Set<string>()): string[] {
  for (const name of entry(source).imports ?? [])
    if (!seen.has(entry(name).file)) {
      seen.add(entry(name).file)
      importsOf(name, entry, seen)
    }
  return [...seen]
}

type Encodings = Record<'br' | 'gzip' | 'identity', AssetFile>

function encodings(bytes: Buffer, extension: string, immutable: boolean): Encodings {
  const type = types[extension] ?? 'application/octet-stream'
  const file = (body: Uint8Array, encoding: AssetFile['encoding']): AssetFile => ({
    bytes: body,
    type,
    encoding,
    immutable,
  })
  return {
    br: file(brotliCompressSync(bytes), 'br'),
    gzip: file(gzipSync(bytes, { level: 9 }), 'gzip'),
    identity: file(bytes, null),
  }
}

function accepted(file: Encodings, accept: string): AssetFile {
  const takes = (coding: string) =>
    new RegExp(`(^|[,\\s])${coding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accept)
  return takes('br') ? file.br : takes('gzip') ? file.gzip : file.identity
}
