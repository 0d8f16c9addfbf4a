// The part of a page of Markdown that shows its diagrams: its frame fetches it only for a page that has some.

export { showDiagrams } from './shim/diagrams.ts'
