// The built scripts and styles: their hashed addresses for pages, and their bytes, compressed once and kept.

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { inlineScript } from '../../viewer/inline-script.ts'
import { type FrameScript, frameScripts } from '../../viewer/profiles.ts'
import { markSvg } from './mark.tsx'

export interface Assets {
  /** Address of the file built from `source`, a path such as `src/surfaces/web/style.css`. Unknown names throw. */
  url(source: string): string
  /** The script built from `source`, which imports nothing, as it stands in a document. */
  inline(source: string): string
  /** Addresses of the modules that `source` imports, for preloading. */
  imports(source: string): string[]
  /** The scripts that stand in frame documents. */
  frameScripts(): Record<FrameScript, string>
  /**
   * The file at a path such as `/assets/viewer-3fa9.js` or `/favicon.svg`, in an encoding that is accepted; null if there is none. It rejects
   * where the file cannot be read, as when another build was put in its place beneath a running server.
   */
  file(path: string, acceptEncoding?: string): Promise<AssetFile> | null
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

/** Reads the manifests of the build in `folder`; without one it says how to make it. */
export function openAssets(folder: string): Assets {
  const manifest = readManifest(folder)
  const entry = (source: string): Entry => {
    const found = manifest[source]
    if (!found) throw new Error(`The build holds no ${source}. Run bin/build.`)
    return found
  }
  const inlined = new Map<string, string>()
  const known = new Set(readdirSync(folder).filter(name => extname(name) in types))
  const kept = new Map([['/favicon.svg', encodings(() => Buffer.from(markSvg), '.svg', false)]])
  return {
    url: source => prefix + entry(source).file,
    inline: source => {
      const script =
        inlined.get(source) ?? inlineScript(readFileSync(join(folder, entry(source).file), 'utf8'))
      inlined.set(source, script)
      return script
    },
    imports: source => importsOf(source, entry).map(file => prefix + file),
    frameScripts: () => readFrameScripts(folder),
    file: (path, accept = '') => {
      const name = path.startsWith(prefix) ? path.slice(prefix.length) : ''
      if (known.has(name) && !kept.has(path))
        kept.set(
          path,
          encodings(() => readFileSync(join(folder, name)), extname(name), true),
        )
      const found = kept.get(path === '/favicon.ico' ? '/favicon.svg' : path)
      return found ? found(path.endsWith('.woff2') ? 'identity' : accepted(accept)) : null
    },
  }
}

function readManifest(folder: string): Record<string, Entry> {
  try {
    const names = readdirSync(folder).filter(name => name.endsWith('.json'))
    return Object.assign({}, ...names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
  } catch (cause) {
    throw new Error(`${folder} holds no build of the pages. Run bin/build.`, { cause })
  }
}

function readFrameScripts(folder: string): Record<FrameScript, string> {
  const read = (name: FrameScript) => [name, readFileSync(join(folder, 'frames', `${name}.js`), 'utf8')]
  return Object.fromEntries(frameScripts.map(read))
}

function importsOf(source: string, entry: (source: string) => Entry, seen = new Set<string>()): string[] {
  for (const name of entry(source).imports ?? [])
    if (!seen.has(entry(name).file)) {
      seen.add(entry(name).file)
      importsOf(name, entry, seen)
    }
  return [...seen]
}

type Coding = 'br' | 'gzip' | 'identity'

/** Bytes above which the last few percent of a compression are not worth the seconds they take. */
const LARGE = 100_000

const compress: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 6 : 11 },
    }),
  gzip: bytes => promisify(gzip)(bytes, { level: 9 }),
  identity: async bytes => bytes,
}

/** Each coding is made beside the event loop when it is first asked for, and kept; one that failed is tried again. */
function encodings(read: () => Buffer, extension: string, immutable: boolean) {
  const type = types[extension] ?? 'application/octet-stream'
  const made = new Map<Coding, Promise<AssetFile>>()
  const make = async (coding: Coding): Promise<AssetFile> => ({
    bytes: await compress[coding](read()),
    type,
    encoding: coding === 'identity' ? null : coding,
    immutable,
  })
  return (coding: Coding): Promise<AssetFile> => {
    const file = made.get(coding) ?? make(coding)
    made.set(coding, file)
    file.catch(() => made.delete(coding))
    return file
  }
}

function accepted(accept: string): Coding {
  const takes = (coding: string) =>
    new RegExp(`(^|[,\\s])${coding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accept)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
