// The small drawing of a page: shapes in layers and two leading colours, without a word of it.

/** `fills` and `strokes` are path data on a sheet of 40 by 52. */
export interface Drawing {
  /** The strongest colours of the page, `#rrggbb`; the second may be missing. */
  colors: readonly string[]
  layers: Readonly<Partial<Record<Layer, string>>>
}

/** From the lowest up: pictures and code, tinted and coloured areas, coloured lines, text, headings, text on colour. */
export const layers = ['plain', 'tint', 'color', 'curve', 'lines', 'title', 'light'] as const
export type Layer = (typeof layers)[number]

/** The colour of a page without one of its own. */
export const defaultColor = '#3a52c8'

export const paperPath =
  'M3 .5h25L39.5 12v37a2.5 2.5 0 0 1-2.5 2.5H3A2.5 2.5 0 0 1 .5 49V3A2.5 2.5 0 0 1 3 .5z'
export const cornerPath = 'M28 .5 39.5 12h-9A2.5 2.5 0 0 1 28 9.5z'

/** Writes the drawing as it is stored: colours, then the path of each layer, parted by bars. */
export const drawingText = ({ colors, layers: drawn }: Drawing): string =>
  [colors.join(' '), ...layers.map(layer => drawn[layer] ?? '')].join('|')

export function drawingIn(text: string): Drawing {
  const [colors = '', ...paths] = text.split('|')
  const drawn = layers.map((layer, at) => [layer, paths[at]] as const).filter(([, path]) => path)
  return { colors: colors.split(' ').filter(Boolean), layers: Object.fromEntries(drawn) }
}

/** Widths of the layers that are painted as lines with round ends; the others are filled. */
export const strokes: Readonly<Partial<Record<Layer, number>>> = {
  curve: 1.8,
  lines: 1.6,
  title: 2.6,
  light: 2.2,
}

/** Returns the page's colour for a layer; undefined for the layers of ink on paper. */
export const colorOf = (
  { colors: [first = defaultColor, second] }: Drawing,
  layer: Layer,
): string | undefined =>
  layer === 'color' || layer === 'curve' ? first : layer === 'tint' ? (second ?? first) : undefined

const inks: Readonly<Record<Layer, string>> = {
  ...{ plain: '#d3d4da', tint: '', color: '', curve: '' },
  ...{ lines: '#c9cad1', title: '#3b3d46', light: '#fff' },
}

/** Paper and ink on a dark page: a picture follows the scheme of the page that shows it. */
const dark =
  '<style>@media(prefers-color-scheme:dark){.paper{fill:#302f2d;stroke:#4b4947}.corner{fill:#4a4846;stroke:#4b4947}.plain{fill:#5d5b58}.lines{stroke:#5d5b58}.title{stroke:#d2d0cd}}</style>'

/** An image of its own, on white paper, or on dark paper; under 1 KB. */
export function drawingSvg(drawing: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 52">${dark}<path class="paper" fill="#fff" stroke="#c9c6bf" d="${paperPath}"/>${drawingShapes(drawing)}<path class="corner" fill="#ebe8e1" stroke="#c9c6bf" d="${cornerPath}"/></svg>`
}

/** Writes the shapes that lie on the paper, as elements of SVG. */
export const drawingShapes = (drawing: Drawing): string =>
  layers.map(layer => shapeOf(drawing, layer)).join('')

function shapeOf(drawing: Drawing, layer: Layer): string {
  const path = drawing.layers[layer]
  if (!path) return ''
  const own = colorOf(drawing, layer)
  const name = own ? '' : ` class="${layer}"`
  const color = own ?? inks[layer]
  const width = strokes[layer]
  if (width)
    return `<path${name} fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" d="${path}"/>`
  return `<path${name} fill="${color}"${isFaint(drawing, layer) ? ' opacity=".35"' : ''} d="${path}"/>`
}

/** True for the tint of the first colour, where the page has no second. */
export const isFaint = ({ colors }: Drawing, layer: Layer): boolean => layer === 'tint' && colors.length < 2
