// Reads the faults that are kept to be planted: what is broken, the test that must notice it, and the patch.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fromRoot, projectRoot } from '../support/project-root.ts'

export interface Mutant {
  name: string
  /** Path of the patch. */
  patch: string
  /** One sentence that says what is broken. */
  fault: string
  /** The test file that must fail. */
  test: string
  /** Part of the names of the tests to run; all of the file where it is missing. */
  match?: string
  /** The sources that the patch changes. */
  files: string[]
}

/** Every patch below `test/mutants`, by name. @throws Error where one lacks its head */
export function readMutants(): Mutant[] {
  return globSync('test/mutants/*.patch', { cwd: projectRoot }).sort().map(readMutant)
}

function readMutant(path: string): Mutant {
  const text = readFileSync(fromRoot(path), 'utf8')
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1]
  const [fault, test, match] = [field('Fault'), field('Test'), field('Match')]
  if (!fault || !test) throw new Error(`${path} begins without a line "Fault: …" and a line "Test: …"`)
  return {
    name: basename(path, '.patch'),
    patch: fromRoot(path),
    fault,
    test,
    ...(match && { match }),
    files: [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file!),
  }
}
