// The mark: a leaf whose upper right corner is turned. One path, for pages and for the tab alike.

import type { JSX } from 'preact'

const leaf = 'M5 2h8.5v6.5H20V22H5zM15.2 2 20 6.8h-4.8z'

/** Takes the colour of the text around it. */
export const Mark = ({ size = 20 }: { size?: number }): JSX.Element => (
  <svg class="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={leaf} />
  </svg>
)

/** The favicon, which follows the browser's own theme. */
export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#1f2a55}@media(prefers-color-scheme:dark){path{fill:#cfd6f4}}</style><path d="${leaf}"/></svg>`
