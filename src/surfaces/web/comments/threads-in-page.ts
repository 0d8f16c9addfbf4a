// The threads in the page that is shown: their places, and the way to them and to new ones, in one script.

export { openOutline } from './picking/outline.ts'
export { followPassages } from './picking/passages.ts'

/** The panel shares much with this script, so it comes after it and not twice. */
export const importPanel = () => import('./panel.tsx')
