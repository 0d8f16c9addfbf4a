// Colours of a terminal, for those who want them (https://no-color.org).
import { inspect } from 'node:util'
import type { Io, Sink } from '../io.ts'

export type Color = 'bold' | 'red' | 'green' | 'cyan' | 'gray'

export const wantsColor = (sink: Sink, env: Io['env']): boolean =>
  sink.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'

export function colored(text: string, color: Color): string {
  const [begin, end] = inspect.colors[color]!
  return `\u001b[${begin}m${text}\u001b[${end}m`
}
