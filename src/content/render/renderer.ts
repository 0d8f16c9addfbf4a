// Markdown pages, rendered once in a worker process and kept.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Format, type Theme, themes } from '../../domain/artifact.ts'
import { Problem } from '../../domain/problem.ts'
import { BUILD } from './build.ts'
import { CutPages } from './cut-pages.ts'
import { escapedPage } from './escaped-page.ts'
import type { FileSource } from './file-source.ts'
import { PageCache } from './page-cache.ts'
import { styleOf } from './themes/themes.ts'
import type { Limit } from './worker-process.ts'
import { LimitReached, type Turn } from './workers.ts'

export interface PageRequest {
  /** The turn in which the page is made, where it is not kept yet. */
  turn: Turn
  /** SHA-256 of the file, lower-case hex: pages are kept by it. */
  sha256: string
  theme: Theme
  preview: boolean
  /** Language of the text (BCP 47); English if unknown. */
  lang?: string
  /** Opened only where the page is not kept yet. */
  file: FileSource
}

export interface SourceRequest {
  /** As for a page. */
  turn: Turn
  /** SHA-256 of the file, lower-case hex. */
  sha256: string
  format: Format
  /** Opened only where the lines are not kept yet. */
  file: FileSource
}

export interface SourceLines {
  /** Items of a list, in UTF-8. */
  lines: Uint8Array
  /** Bytes of the file they show; null if they show all of it. */
  shown: number | null
}

export interface Renderer {
  /**
   * The complete HTML document of a Markdown file for the frame, in UTF-8. Whoever asks has decided access before. A
   * file that reaches a limit of time or memory becomes its source with a note, and so does for a while one whose
   * rendering was cut off because others waited.
   */
  page(request: PageRequest): Promise<Uint8Array>
  /** The same document of a text that is being written: made anew each time, never kept. */
  draft(file: FileSource, request: Pick<PageRequest, 'turn' | 'theme' | 'preview'>): Promise<Uint8Array>
  /** The source of a file, as much of it as a page shows; without colours where they would take too long. */
  source(request: SourceRequest): Promise<SourceLines>
}

export interface RendererOptions {
  /** Folder of kept pages; made when needed, safe to delete. */
  cacheDir: string
  /** Milliseconds of processor time for a file of so many bytes. */
  patience?: (bytes: number) => number
  /** The time granted to the first attempt of a page that is cut off for others; see `CutPages`. */
  cut?: ConstructorParameters<typeof CutPages>[0]
  /** Bytes of kept pages. */
  cacheSize?: number
}

/** A longer file, in bytes, becomes its source at once: its page would take a gigabyte of memory to make. */
const LARGEST = 12_000_000

const LONGEST_WAIT = 60_000

/** Five seconds of work, and two more for each million bytes. */
const patienceFor = (bytes: number): number => Math.min(LONGEST_WAIT, 5000 + bytes / 500)

/** The looks of a page, and the turn in which it is made. */
interface Look {
  turn: Turn
  theme: Theme
  preview: boolean
  lang: string
}

/** The bytes that were made, and whether they are kept: a page that was cut off for others is not. */
interface Made {
  bytes: Uint8Array
  isFinal: boolean
}

/** Opens the renderer of pages. */
export function createRenderer(options: RendererOptions): Renderer {
  const { patience = patienceFor } = options
  const cache = new PageCache(join(options.cacheDir, 'pages'), options.cacheSize)
  const cut = new CutPages(options.cut)
  const under = new Map<string, Promise<Uint8Array>>()

  /** The page, or the limit that it met. */
  async function render(
    file: FileSource,
    { turn, theme, preview, lang }: Look,
    secured?: number,
  ): Promise<Uint8Array | Limit> {
    let limit: Limit = 'memory'
    for (const colours of file.size > LARGEST ? [] : [true, false]) {
      const options = { theme, preview, lang, colours }
      const made = await turn.run('renderPage', [file, options], patience(file.size), secured).catch(limitOf)
      if (typeof made !== 'string') return made
      limit = made
      if (limit !== 'time' && limit !== 'crash') break
    }
    return limit
  }

  const asWritten = (file: FileSource, look: Look, limit: Limit): Promise<Uint8Array> =>
    escapedPage(file, look, limit === 'turn' ? 'busy' : 'limit')

  async function page({ file, lang = 'en', ...request }: PageRequest): Promise<Uint8Array> {
    const look = { ...request, lang }
    const name = nameOf(look)
    return keep(name, async () => {
      if (cut.isResting(name, performance.now()))
        return { bytes: await asWritten(file, look, 'turn'), isFinal: false }
      const made = await render(file, look, cut.securedFor(name))
      if (made === 'turn') cut.note(name, performance.now())
      if (typeof made !== 'string') return { bytes: made, isFinal: true }
      return { bytes: await asWritten(file, look, made), isFinal: made !== 'turn' }
    })
  }

  async function draft(file: FileSource, request: Omit<Look, 'lang'>): Promise<Uint8Array> {
    const look = { ...request, lang: 'en' }
    const made = await render(file, look)
    return typeof made === 'string' ? asWritten(file, look, made) : made
  }

  async function source({ turn, file, format }: SourceRequest): Promise<Made> {
    const lines = (colours: boolean) => turn.run('sourceView', [file, format, colours], patience(file.size))
    const html = await lines(true).catch(error => {
      if (error instanceof LimitReached && error.limit !== 'closed') return lines(false)
      throw error
    })
    return { bytes: Buffer.from(html), isFinal: true }
  }

  async function keep(name: string, make: () => Promise<Made>): Promise<Uint8Array> {
    const kept = await cache.get(name)
    if (kept !== null) return kept
    const running = under.get(name)
    if (running) return running
    const making = make().then(async ({ bytes, isFinal }) => {
      if (isFinal) await cache.put(name, bytes)
      return bytes
    })
    under.set(name, making)
    return making.finally(() => under.delete(name))
  }

  return {
    page,
    source: async request =>
      partsOf(await keep(`${build}-${request.sha256}-source-${request.format}.html`, () => source(request))),
    draft,
  }
}

/** The limit that was met. A renderer that failed, as by a stack that was too small, met one of its own. */
function limitOf(error: unknown): Limit {
  if (error instanceof LimitReached && error.limit !== 'closed') return error.limit
  if (error instanceof Problem) throw error
  return 'crash'
}

/** Parts what `sourceView` made. */
function partsOf(view: Uint8Array): SourceLines {
  const end = view.indexOf(10)
  const shown = Buffer.from(view.subarray(0, end)).toString('latin1')
  return { lines: view.subarray(end + 1), shown: shown === '' ? null : Number(shown) }
}

/** Changes with the renderer and its styles, so that a page kept by another build is never shown. */
const build = createHash('sha256').update(BUILD).update(themes.map(styleOf).join()).digest('hex').slice(0, 12)

function nameOf({ sha256, theme, preview, lang }: Look & { sha256: string }): string {
  const profile = preview ? 'preview' : 'page'
  return `${build}-${sha256.replace(/[^0-9a-f]/g, '')}-${theme}-${profile}-${lang.replace(/[^A-Za-z0-9-]/g, '')}.html`
}
