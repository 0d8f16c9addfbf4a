// Which test files share a process, with its service, its Postgres and what they import: those that live with the organizations and the clock of others.
import { readFileSync } from 'node:fs'
import { fromRoot } from './project-root.ts'

/** Files in one process at most; more would end the run later than the lanes beside it. */
const MOST = 9

const folders = /^test\/(?:behaviours|contract|surfaces)\//

/** It works on the service of its process, whoever else does. */
const usesCommonService = /from '[./]*(?:support\/world|(?:contract\/)?stage)\.ts'/

/** It starts something of its own, changes its process, counts what a whole service holds, or has tokens by a clock that nobody turns. */
const needsItsOwn = /\bstart[A-Z]\w+\(|\bprocess\.|\bmock\.|\browsIn\(|\/builds\.ts'/

/** Answers the files of each process, those that share one first. */
export function intoProcesses(
  files: readonly string[],
  read = (file: string) => readFileSync(fromRoot(file), 'utf8'),
): string[][] {
  const mayShare = (file: string): boolean => {
    if (!folders.test(file) || file.endsWith('.full.test.ts')) return false
    const text = read(file)
    return usesCommonService.test(text) && !needsItsOwn.test(text)
  }
  const sharing = files.filter(mayShare).sort()
  const alone = files.filter(file => !sharing.includes(file))
  const groups: string[][] = []
  for (let at = 0; at < sharing.length; at += MOST) groups.push(sharing.slice(at, at + MOST))
  return [...groups, ...alone.map(file => [file])]
}
