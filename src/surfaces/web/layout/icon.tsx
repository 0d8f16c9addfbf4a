// The icons the pages use: lines of Lucide on a 24 grid; a word or a label always stands beside them.

import type { JSX } from 'preact'
import { shapes } from './icon-shapes.ts'

export type IconName = keyof typeof shapes

export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }): JSX.Element => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
)
