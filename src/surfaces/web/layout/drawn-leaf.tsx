// A page in miniature, as it was drawn when its file was published.

import type { JSX } from 'preact'
import {
  colorOf,
  cornerPath,
  type Drawing,
  drawingIn,
  isFaint,
  type Layer,
  layers,
  paperPath,
} from '../../../domain/drawing.ts'
import { Leaf } from './surfaces.tsx'

interface DrawnLeafProps {
  shortId: string
  /** `drawingText`; null of a page nothing can be drawn of; absent where its version is older than drawings. */
  drawing?: string | null | undefined
}

export function DrawnLeaf({ shortId, drawing }: DrawnLeafProps): JSX.Element {
  if (drawing === undefined) return <LateLeaf shortId={shortId} />
  return drawing === null ? <Leaf /> : <Drawn {...drawingIn(drawing)} />
}

/** Drawn by the server when it is asked for. */
const LateLeaf = ({ shortId }: { shortId: string }): JSX.Element => (
  <img
    class="leaf-drawing"
    src={`/v1/artifacts/${shortId}/drawing`}
    width={40}
    height={52}
    loading="lazy"
    alt=""
  />
)

const Drawn = (drawing: Drawing): JSX.Element => (
  <svg class="leaf-drawing" viewBox="0 0 40 52" aria-hidden="true">
    <path class="leaf-paper" d={paperPath} />
    {layers.map(layer => drawing.layers[layer] && <Shapes key={layer} drawing={drawing} layer={layer} />)}
    <path class="leaf-corner" d={cornerPath} />
  </svg>
)

/** Ink is of the theme, colours are of the page. */
function Shapes({ drawing, layer }: { drawing: Drawing; layer: Layer }): JSX.Element {
  const color = colorOf(drawing, layer)
  const painted = layer === 'curve' ? { stroke: color } : { fill: color }
  return (
    <path
      class={`drawn-${layer}`}
      d={drawing.layers[layer]}
      {...(color && painted)}
      {...(isFaint(drawing, layer) && { opacity: 0.35 })}
    />
  )
}
