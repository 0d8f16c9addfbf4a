// Opens published pages in Chromium and compares what is seen in the frame with the file itself.
import type { Frame, Page } from 'playwright-core'
import { type Browser, browser } from '../test/support/browser.ts'
import { isSkip } from '../test/support/skip.ts'
import type { Material } from './material.ts'

export interface Looked {
  material: Material
  /** Share of the file's lines that are seen, 0 to 1. */
  seen: number
  milliseconds: number
}

/** Looks at each page as the person the cookie stands for; a sentence where there is no browser. */
export async function look(
  pages: readonly { address: string; material: Material }[],
  cookie: { name: string; value: string; url: string } | null,
): Promise<Looked[] | string> {
  const running = await browser()
  if (isSkip(running)) return running.skip
  try {
    const looked: Looked[] = []
    for (const one of pages) looked.push(await lookAt(running, one, cookie))
    return looked
  } finally {
    await running.close()
  }
}

async function lookAt(
  running: Browser,
  { address, material }: { address: string; material: Material },
  cookie: { name: string; value: string; url: string } | null,
): Promise<Looked> {
  const { page, context, close } = await running.open()
  try {
    if (cookie) await context.addCookies([cookie])
    const begin = performance.now()
    await page.goto(address)
    const shown = await textIn(await frameOf(page))
    const milliseconds = performance.now() - begin
    const wanted = material.filename.endsWith('.html') ? await textAlone(page, material) : proseOf(material)
    return { material, seen: shareOf(wanted, shown), milliseconds }
  } finally {
    await close()
  }
}

/** The frame once it shows something. */
async function frameOf(page: Page): Promise<Frame> {
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    for (const frame of page.frames().slice(1)) {
      const length = await frame
        .evaluate(() => (document.readyState === 'complete' ? document.body?.innerText.trim().length : 0))
        .catch(() => 0)
      if (length) return frame
    }
    await page.waitForTimeout(20)
  }
  throw new Error(`Nothing is seen in the frame of ${page.url()}.`)
}

const textIn = (frame: Frame | Page): Promise<string> => frame.evaluate(() => document.body.innerText)

/** Returns the lines that Chromium shows of the file without our service between. */
async function textAlone(page: Page, { bytes }: Material): Promise<string[]> {
  const address = 'http://file.invalid/'
  const body = bytes.toString('utf8')
  await page.route(address, route => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
  await page.goto(address, { waitUntil: 'load' })
  return linesOf(await textIn(page))
}

/** The lines of a Markdown file that hold nothing but words, as a reader finds them on the page. */
function proseOf({ bytes }: Material): string[] {
  const withoutCode = bytes.toString('utf8').replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  return linesOf(withoutCode.replace(/<!--[\s\S]*?-->/g, ''))
    .map(line => line.replace(/^([-*+]|\d+[.)]|#+) +/, ''))
    .filter(line => /^[\p{L}\p{N}][\p{L}\p{N} ,.;:()'-]{11,}$/u.test(line) && !/www\./.test(line))
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(plain)
    .filter(line => line !== '')

const plain = (text: string): string =>
  text
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .trim()

function shareOf(wanted: readonly string[], shown: string): number {
  const lines = new Set(linesOf(shown))
  const all = plain(shown)
  const found = wanted.filter(line => lines.has(line) || all.includes(line))
  return wanted.length === 0 ? 1 : found.length / wanted.length
}
