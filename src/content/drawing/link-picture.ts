// The picture of a link: the name of a page beside its drawing, 1200 by 630, as PNG.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { cornerPath, drawingIn, drawingShapes, paperPath } from '../../domain/drawing.ts'
import { escapeHtml } from '../escape.ts'

const WIDTH = 1200
const HEIGHT = 630

/** Characters that the face has; a name in other letters is left out, and the drawing stands in the middle. */
const written = /^[\u0020-\u017f\u2010-\u2026\u20ac\u2122]*$/

const rendererFile = import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')
const faceFile = import.meta.resolve('@expo-google-fonts/newsreader/500Medium/Newsreader_500Medium.ttf')

const fileAt = (address: string): Promise<Buffer> => readFile(fileURLToPath(address))

let opened: Promise<Buffer> | undefined

/** Starts the renderer once for a process; resolves with the face. */
const openRenderer = (): Promise<Buffer> =>
  (opened ??= fileAt(rendererFile).then(async renderer => {
    await initWasm(renderer)
    return fileAt(faceFile)
  }))

export async function linkPicture(name: string, drawing: string | null): Promise<Uint8Array> {
  const face = await openRenderer()
  const font = { fontBuffers: [face], defaultFontFamily: 'Newsreader', loadSystemFonts: false }
  return new Resvg(pictureSvg(name, drawing), { font }).render().asPng()
}

function pictureSvg(name: string, drawing: string | null): string {
  const words = written.test(name) ? name : ''
  const left = words ? 790 : 430
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#f5f3ee"/>
<g font-family="Newsreader" fill="#15161c">${titleLines(words)}</g>
<text x="80" y="556" font-family="Newsreader" font-size="30" fill="#5c5d66">${words ? 'Recto' : ''}</text>
<g transform="translate(${left} 82) scale(8.4)"><path fill="#fff" stroke="#d5d1c8" stroke-width=".4" d="${paperPath}"/>${drawingShapes(drawingIn(drawing ?? ''))}<path fill="#ebe8e1" stroke="#d5d1c8" stroke-width=".4" d="${cornerPath}"/></g>
</svg>`
}

const LINES = 4

function titleLines(name: string): string {
  const size = widthOf(name) > 30 ? 56 : 68
  const lines = wrap(name, 640 / size)
  const top = HEIGHT / 2 - (lines.length - 1) * size * 0.58
  return lines
    .map(
      (line, at) =>
        `<text x="80" y="${Math.round(top + at * size * 1.16)}" font-size="${size}">${escapeHtml(line)}</text>`,
    )
    .join('')
}

/** About how wide a text is, in heights of its letters. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) =>
      sum + (/[mwMWA-Z%@&]/.test(letter) ? 0.72 : /[\sijlftI.,:;'|!]/.test(letter) ? 0.3 : 0.5),
    0,
  )

/** At most four lines; what does not fit ends in an ellipsis. */
function wrap(name: string, room: number): string[] {
  const lines = ['']
  for (const word of name.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
    if (widthOf(longer) <= room || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, LINES).map(line => cutTo(line, room))
  if (lines.length > LINES) shown[LINES - 1] = `${shown[LINES - 1]!.replace(/…$/, '')}…`
  return shown
}

function cutTo(line: string, room: number): string {
  if (widthOf(line) <= room) return line
  let end = line.length
  while (end > 1 && widthOf(line.slice(0, end)) > room - 1) end--
  return `${line.slice(0, end)}…`
}
