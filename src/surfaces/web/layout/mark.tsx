// The mark: a leaf in ink whose upper right corner is turned, in blue. For pages and for the tab alike.

import type { JSX } from 'preact'

const leaf =
  'M6.5 2h6.6v5.4a2.6 2.6 0 0 0 2.6 2.6H20v9.5a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 19.5v-15A2.5 2.5 0 0 1 6.5 2z'
const corner = 'M15 2.3 19.7 7.6c.2.3 0 .7-.4.7h-3.5a.8.8 0 0 1-.8-.8z'

/** The leaf takes the colour of the text around it. */
export const Mark = ({ size = 20 }: { size?: number }): JSX.Element => (
  <svg class="brand-mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={leaf} />
    <path class="turned" d={corner} />
  </svg>
)

/** The favicon, which follows the browser's own theme. */
export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.l{fill:#151823}.c{fill:#2742cf}@media(prefers-color-scheme:dark){.l{fill:#eeece8}.c{fill:#95a9ff}}</style><path class="l" d="${leaf}"/><path class="c" d="${corner}"/></svg>`
