// The layer over the page on which its parts are outlined and marked: one element with a closed root, put back if it is removed.

import { append, apply, clear, later, listen, make, onFrame } from './natives.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Something that is drawn on the layer. */
export interface Drawing {
  /** True while there is something to draw. */
  isWanted(): boolean
  /** Draws it as it lies in the window now. */
  draw(): void
}

export interface Layer {
  /** Element that holds the drawings. */
  readonly canvas: HTMLElement
  /** A new part of it, after those before, of a class that says how it looks. */
  part(name?: string): HTMLElement
  /** A part was clicked; the page hears nothing of it. */
  onPress(listener: (part: Element | null) => void): void
  add(drawing: Drawing): void
  /** Draws everything anew at the next frame. */
  soon(): void
}

/** Milliseconds after which it is drawn again: pages move their parts, or take the layer away, without saying so. */
const PAUSE = 500

/** Makes the layer before the first script of the page, so that the page never sees the root. */
export function makeLayer(sheet: CSSStyleSheet): Layer {
  const host = make('recto-layer')
  const root = host.attachShadow({ mode: 'closed' })
  root.adoptedStyleSheets = [sheet]
  const canvas = make('div')
  root.append(canvas)
  host.ariaHidden = 'true'
  const drawings: Drawing[] = []
  let isWaiting = false
  let isThere = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => {
    isWaiting = false
    clear(timer)
    isThere = drawings.some(each => each.isWanted())
    host.hidden = !isThere
    if (!isThere) return
    if (!host.isConnected) {
      apply(append, document.documentElement, [host])
      watch.observe(document.documentElement, { childList: true })
    }
    for (const each of drawings) each.draw()
    timer = later(soon, PAUSE)
  }
  const soon = () => {
    if (!isWaiting) onFrame(draw)
    isWaiting = true
  }
  const moved = () => isThere && soon()
  const watch = new MutationObserver(() => isThere && !host.isConnected && soon())
  listen('scroll', moved, true)
  listen('resize', moved)
  const onPress = (listener: (part: Element | null) => void) =>
    listen(
      'click',
      event => {
        if (event.target !== host) return
        event.stopImmediatePropagation()
        listener(root.elementFromPoint(event.clientX, event.clientY))
      },
      true,
    )
  return {
    canvas,
    part: (className = '') => Object.assign(apply(append, canvas, [make('div')]), { className }),
    onPress,
    add: each => void drawings.push(each),
    soon,
  }
}

/** Puts an element of the layer where the box is. */
export function lay(element: HTMLElement, { x, y, width, height }: Box): void {
  element.style.cssText = `transform:translate(${x}px,${y}px);width:${width}px;height:${height}px`
}

/** A part of a box, in shares of it; without one the whole. */
export function partOf(box: Box, part: Box | null): Box {
  const { x, y, width, height } = part ?? { x: 0, y: 0, width: 1, height: 1 }
  return {
    x: box.x + x * box.width,
    y: box.y + y * box.height,
    width: width * box.width,
    height: height * box.height,
  }
}
