// The script of the frame in which diagrams are drawn: Mermaid, alone with one text at a time, without network and without the page.

import mermaid, { type MermaidConfig } from 'mermaid'
import type { DiagramOrder, Drawing, Limits } from './protocol.ts'

const longestReason: Limits['reason'] = 200
const mostSvg: Limits['drawing'] = 1_000_000

const { app } = document.querySelector<HTMLScriptElement>('script[data-app]')!.dataset

/** Labels are SVG's own text: a picture shows no HTML in every browser. */
const rules = (dark: boolean): MermaidConfig => ({
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  htmlLabels: false,
  theme: dark ? 'dark' : 'default',
  fontFamily: 'system-ui, sans-serif',
})

let drawn = 0

async function draw({ id, source, dark }: DiagramOrder): Promise<Drawing> {
  try {
    mermaid.initialize(rules(dark))
    const { svg } = await mermaid.render(`diagram-${++drawn}`, source)
    const picture = pictureOf(svg)
    return picture.length > mostSvg
      ? { type: 'drawing', id, svg: null, why: 'it is too large' }
      : { type: 'drawing', id, svg: picture, why: '' }
  } catch (error) {
    return { type: 'drawing', id, svg: null, why: reasonOf(error) }
  }
}

/** Well-formed, as a picture has to be, and with a size of its own. */
function pictureOf(markup: string): string {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')!
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  svg.setAttribute('width', String(Math.ceil(width)))
  svg.setAttribute('height', String(Math.ceil(height)))
  svg.style.maxWidth = ''
  return new XMLSerializer().serializeToString(svg)
}

/** The first line of what Mermaid says. */
const reasonOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split('\n')[0]!
    .trim()
    .slice(0, longestReason)

/** One after the other: Mermaid keeps one state for all. */
function listen(port: MessagePort): void {
  let last = Promise.resolve()
  port.onmessage = ({ data }: MessageEvent<DiagramOrder>) => {
    last = last.then(async () => port.postMessage(await draw(data))).catch(reportError)
  }
}

function begin(event: MessageEvent): void {
  const [port] = event.ports
  if (event.source !== parent || event.origin !== app || !port) return
  removeEventListener('message', begin)
  listen(port)
}

addEventListener('message', begin)
parent.postMessage(`ready${location.pathname}`, app!)
