// Which test files share a process, with its service, its browsers, its Postgres and what they import: those that live with the
// organizations and the clock of others.
import { readFileSync } from 'node:fs'
import { fromRoot } from './project-root.ts'

/** Files in one process at most; more would end the run later than the lanes beside it. */
const MOST = 9

/** Files that work on the service of their process, whoever else does: their folders, and what they import for it. */
const grounds = [
  [/^test\/browser\//, /from '\.\.\/support\/(?:browsing|commenting)\.ts'/],
  [
    /^test\/(?:behaviours|contract|surfaces)\//,
    /from '[./]*(?:support\/world|support\/common-service|contract\/stage|\.\/stage)\.ts'/,
  ],
] as const

/** It starts something of its own, changes its process, counts what a whole service holds, or has tokens by a clock that nobody turns. */
const needsItsOwn = /\bstart[A-Z]\w+\(|\bprocess\.|\bmock\.|\browsIn\(|\/builds\.ts'/

/** Answers the files of each process, those that share one first. */
export function intoProcesses(
  files: readonly string[],
  read = (file: string) => readFileSync(fromRoot(file), 'utf8'),
): string[][] {
  const groups = grounds.flatMap(([folders, ground]) => {
    const mayShare = (file: string): boolean => {
      if (!folders.test(file) || file.endsWith('.full.test.ts')) return false
      const text = read(file)
      return ground.test(text) && !needsItsOwn.test(text)
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
