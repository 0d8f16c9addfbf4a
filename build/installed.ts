// Tells by its exit code whether node_modules already holds what package-lock.json asks for on this machine.
import { readFileSync } from 'node:fs'

interface Locked {
  version?: string
  optional?: boolean
  os?: string[]
}

function packages(file: string): Map<string, Locked> {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }
  return new Map(Object.entries(lock.packages).filter(([path]) => path !== ''))
}

/** True when each package that is wanted on every platform is there in its locked version, and nothing else is. */
function complete(wanted: Map<string, Locked>, present: Map<string, Locked>): boolean {
  const missing = [...wanted].some(([path, { version, optional }]) =>
    present.has(path) ? present.get(path)?.version !== version : !optional,
  )
  return !missing && [...present.keys()].every(path => wanted.has(path))
}

try {
  process.exitCode = complete(packages('package-lock.json'), packages('node_modules/.package-lock.json'))
    ? 0
    : 1
} catch {
  process.exitCode = 1
}
