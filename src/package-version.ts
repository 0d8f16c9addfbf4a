// The version of this program, as its package says.
import { readFileSync } from 'node:fs'

/** For example `1.4.0`. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
