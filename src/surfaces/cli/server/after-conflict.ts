// Says how to go on after somebody saved another version meanwhile, as commands that can be given.
import type { Call } from '../../client/transport.ts'
import type { ProblemDocument } from '../failure.ts'
import { shellWord } from '../shell-word.ts'

/** Merging where that can be asked for and did not fail already; else reading what changed. */
export function afterConflict({ currentVersion }: ProblemDocument, { route, input, base }: Call): string {
  const again = `--base-version ${currentVersion}`
  const id = shellWord(String(input.id))
  if (!route.fields.query.includes('merge')) {
    const isOlder = Number(base) < Number(currentVersion)
    const look = isOlder ? `diff ${id} ${base} ${currentVersion}` : `read ${id}`
    return `Look at it with recto ${look}, then give the command again with ${again}.`
  }
  const replace = input.keepOthers === undefined ? '' : ' --no-keep-others'
  const save = `Save version ${currentVersion} under another name with recto get ${id} -o <file>, bring it and your change together, and publish with ${again}${replace}`
  return input.merge === true || replace ? `${save}.` : `${save}; or add --merge.`
}
