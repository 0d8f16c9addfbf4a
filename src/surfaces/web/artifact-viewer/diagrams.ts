// Diagrams of a page, drawn in a frame of their own that opens with the first one and goes when none was asked for in a while.

import type { FrameElement } from '../../viewer/frame.ts'
import type { DiagramOrder, Drawing } from '../../viewer/protocol.ts'
import { viewerWords } from '../words/viewer.ts'
import { openFrame, type PageFrame } from './page-frame.ts'

/** Milliseconds that one drawing may take, and that the frame stays without an order. */
const PATIENCE = 15_000
const REST = 10_000

/** Milliseconds in which the frame should be there: it says so once it has all of Mermaid, which is large. */
const COMING = 20_000

interface Board {
  draw(order: DiagramOrder): Promise<Drawing>
}

/** The one board for all frames of this page: an editor shows its page anew after every pause. */
let shared: Board | undefined
let last = Promise.resolve()

/** Answers every order of `frame`, one after the other; where nothing can be drawn it says why. Null is a page that draws its own. */
export function drawDiagrams(frame: PageFrame, at: FrameElement | null): void {
  if (at) shared ??= drawingBoard(answering(at, frame))
  const board = at && shared ? shared : noBoard
  frame.on('diagram', order => {
    last = last
      .then(async () => {
        if (frame.element.isConnected) frame.send(await board.draw(order))
      })
      .catch(reportError)
  })
}

/** Returns the frame on the host that answers: the other hosts fail where the page itself came from the app's host. */
const answering = (at: FrameElement, { element }: PageFrame): FrameElement =>
  element.src.startsWith(new URL(at.fallback).origin) ? { ...at, src: at.fallback } : at

function drawingBoard(at: FrameElement): Board {
  let frame: PageFrame | null = null
  let answer: (drawing: Drawing) => void = () => undefined
  let rest: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    frame?.close()
    frame = null
  }
  const open = async () => {
    frame = await openFrame({
      ...at,
      ...{ title: viewerWords.diagrams, into: document.body, className: 'drawing-frame', patience: COMING },
    })
    frame.element.tabIndex = -1
    frame.element.ariaHidden = 'true'
    frame.on('drawing', drawing => answer(drawing))
    return frame
  }
  const draw = async (order: DiagramOrder): Promise<Drawing> => {
    clearTimeout(rest)
    const { promise, resolve } = Promise.withResolvers<Drawing>()
    answer = drawing => drawing.id === order.id && resolve(drawing)
    const board = frame ?? (await open())
    const timer = setTimeout(() => {
      close()
      resolve(refused(order, 'it took too long'))
    }, PATIENCE)
    board.send(order)
    const drawing = await promise
    clearTimeout(timer)
    rest = setTimeout(close, REST)
    return drawing
  }
  return {
    draw: (order: DiagramOrder) =>
      draw(order).catch(() => refused(order, 'the host that shows pages did not answer')),
  }
}

const noBoard: Board = { draw: async (order: DiagramOrder) => refused(order, 'the page draws its own') }

const refused = ({ id }: DiagramOrder, why: string): Drawing => ({ type: 'drawing', id, svg: null, why })
