// Which test files share a process, with its service, its browsers, its Postgres and what they import: those that live with the
// organizations and the clock of others.
import { readFileSync } from 'node:fs'
import { fromRoot } from './project-root.ts'

/** Files in one process at most; more would end the run later than the lanes beside it. */
const MOST = 9

/** It turns the clock of the service, which stays turned for the files after it. */
const turnsClock = /\badvance\(|\bsweep\(/

/**
 * Kinds of files that work on the service of their process, whoever else does: their folders, and what they import for it. A file that
 * turns the clock is followed only by those that make their organizations and sessions for each behaviour anew, as `world.ts` does.
 */
const kinds: ((file: string, text: string) => boolean)[] = [
  (file, text) =>
    /^test\/browser\//.test(file) &&
    /from '\.\.\/support\/(?:browsing|commenting)\.ts'/.test(text) &&
    !turnsClock.test(text),
  (file, text) =>
    onTheWire.test(file) &&
    /from '[./]*(?:support\/world|support\/common-service|contract\/stage|\.\/stage|\.\/world)\.ts'/.test(
      text,
    ) &&
    !turnsClock.test(text),
  (file, text) =>
    onTheWire.test(file) && /from '[./]*support\/world\.ts'/.test(text) && turnsClock.test(text),
]

const onTheWire = /^test\/(?:behaviours|contract|surfaces)\//

/** It starts something of its own, changes its process, counts what a whole service holds, or has tokens by a clock that nobody turns. */
const needsItsOwn = /\bstart[A-Z]\w+\(|\bprocess\.|\bmock\.|\browsIn\(|\/builds\.ts'/

/** Answers the files of each process, those that share one first. */
export function intoProcesses(
  files: readonly string[],
  read = (file: string) => readFileSync(fromRoot(file), 'utf8'),
): string[][] {
  const groups = kinds.flatMap(isOfKind => {
    const mayShare = (file: string): boolean => {
      if (file.endsWith('.full.test.ts')) return false
      const text = read(file)
      return isOfKind(file, text) && !needsItsOwn.test(text)
    }
    return inGroups(files.filter(mayShare).sort())
  })
  const sharing = new Set(groups.flat())
  return [...groups, ...files.filter(file => !sharing.has(file)).map(file => [file])]
}

function inGroups(files: readonly string[]): string[][] {
  const groups: string[][] = []
  for (let at = 0; at < files.length; at += MOST) groups.push(files.slice(at, at + MOST))
  return groups
}
