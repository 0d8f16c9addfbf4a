// A text as a picture that phones read.

import type { JSX } from 'preact'
import { encode } from 'uqr'

/** Dark on light in both themes, or readers fail; the text itself stands beside it on the page. */
export function Qr({ text, label }: { text: string; label: string }): JSX.Element {
  const { data, size } = encode(text, { border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}
