// Diagrams of a page in a real browser.
import type { Frame } from 'playwright-core'
import { extendTimeout } from './patience.ts'

/** Waits until so many diagrams are drawn in the frame. */
export async function drawn(frame: Frame, count: number): Promise<void> {
  await frame.waitForFunction(
    wanted =>
      [...document.querySelectorAll<HTMLImageElement>('.recto-drawing')].filter(
        each => each.complete && each.naturalWidth > 20,
      ).length === wanted,
    count,
    { timeout: extendTimeout(60_000) },
  )
}
