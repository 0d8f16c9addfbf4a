// Real files found on any machine after the install: what packages say of themselves, and what the project's own tools report.
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { fromRoot, typescript } from '../test/support/project-root.ts'

const run = promisify(execFile)

export interface Material {
  /** The place where it was found, for people. */
  origin: string
  filename: string
  bytes: Buffer
}

const MB = 1_048_576

/** Returns the kind of the file, for a table. */
export function kindOf({ origin, filename }: Material): string {
  if (origin.startsWith('.reports/coverage')) return 'coverage report'
  if (origin.startsWith('.reports/bundle')) return 'bundle report'
  if (origin.startsWith('node_modules')) return filename.replace(/\..*/, '').toUpperCase()
  return origin
}

/** Every README and CHANGELOG of the installed packages, the tools' HTML reports, and two pages grown large from them. */
export async function gather(openapi: unknown): Promise<Material[]> {
  const words = await packageFiles()
  const reports = await reportPages()
  const described = { origin: 'the API', filename: 'openapi.html', bytes: Buffer.from(apiPage(openapi)) }
  const grown = [10, 50].map(size => ({
    origin: `grown to ${size} MB from the reports`,
    filename: `grown-${size}.html`,
    bytes: grow(reports, words, size * MB - 1000),
  }))
  return [...words, ...reports, described, ...grown]
}

/** Returns every README and CHANGELOG of the installed packages. */
export async function packageFiles(): Promise<Material[]> {
  const paths = globSync(
    'node_modules/**/{README,CHANGELOG,readme,changelog,Readme,Changelog}.{md,markdown,html}',
    {
      cwd: fromRoot(),
    },
  )
  return filled([...new Set(paths)].sort())
}

/** Reads the files that can be published: text with something in it. */
async function filled(paths: readonly string[]): Promise<Material[]> {
  const all = await Promise.all(
    paths.map(async path => ({
      origin: path,
      filename: basename(path),
      bytes: await readFile(fromRoot(path)),
    })),
  )
  return all.filter(({ bytes }) => bytes.length > 0 && isText(bytes))
}

function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The coverage of one folder of tests, line by line, and what the bundles weigh. */
async function reportPages(): Promise<Material[]> {
  await makeCoverage()
  return filled([
    ...globSync('.reports/bundle/*.html', { cwd: fromRoot() }),
    ...globSync('.reports/coverage/**/*.html', { cwd: fromRoot() }).sort(),
  ])
}

async function makeCoverage(): Promise<void> {
  const c8 = fromRoot('node_modules', '.bin', 'c8')
  const report = [
    '--reporter=html',
    '--reports-dir=.reports/coverage',
    '--temp-directory=.reports/coverage-raw',
  ]
  const files = ['diff', 'format', 'markdown', 'readable', 'themes'].map(
    name => `test/content/${name}.test.ts`,
  )
  await run(c8, [...report, process.execPath, ...typescript, '--test', ...files], {
    cwd: fromRoot(),
    maxBuffer: 1 << 26,
  })
}

interface OpenApi {
  info?: { title?: string; version?: string }
  paths?: Record<string, Record<string, { summary?: string; operationId?: string }>>
}

/** The API as one page: each address with what it does, and the whole document below. */
function apiPage(document: unknown): string {
  const { info, paths } = document as OpenApi
  const rows = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary }]) =>
        `<tr><td><b>${escaped(method.toUpperCase())}</b></td><td><code>${escaped(path)}</code></td><td>${escaped(summary ?? '')}</td></tr>`,
    ),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(info?.title ?? 'API')} ${escaped(info?.version ?? '')}</title>
<h1>${escaped(info?.title ?? 'API')}</h1><table>${rows.join('\n')}</table><h2>The document</h2><pre>${escaped(JSON.stringify(document, null, 1))}</pre></html>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** One page of so many bytes: reports and package texts one after the other, again and again. */
function grow(reports: readonly Material[], words: readonly Material[], size: number): Buffer {
  const head = Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Everything at once</title><h1>Everything at once</h1>\n',
  )
  const sections = [...reports, ...words].map(({ origin, bytes }) =>
    Buffer.from(
      `<section><h2>${escaped(origin)}</h2><pre>${escaped(bytes.toString('utf8'))}</pre></section>\n`,
    ),
  )
  const parts = [head]
  let length = head.length
  for (let n = 0; length < size; n += 1) {
    const part = sections[n % sections.length]!
    const room = size - length
    const fitting = part.length <= room ? part : Buffer.alloc(room, ' ')
    parts.push(fitting)
    length += fitting.length
  }
  return Buffer.concat(parts)
}

/** The folder of a file, for a list. */
export const placeOf = ({ origin, filename }: Material): string =>
  origin.endsWith(filename) ? origin : join(origin, filename)
