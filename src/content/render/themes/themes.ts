// The four themes of Markdown pages by their public names.
import type { Theme } from '../../../domain/artifact.ts'
import { base } from './base.ts'
import { github } from './github.ts'
import { paper } from './paper.ts'
import { plain } from './plain.ts'
import { terminal } from './terminal.ts'

const faces: Record<Theme, string> = { github, paper, terminal, plain }

/** The whole style sheet of a theme, light and dark. */
export const styleOf = (theme: Theme): string => (base + faces[theme]).replace(/\n+/g, '\n').trim()
