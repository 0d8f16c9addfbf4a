// Programs that builds in tests find before the machine's: they do the same, and what takes longer than a build only once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** An npm that installs the command line of a server once, and gives it to each later build. */
const npm = (folder: string, rest: string) => `#!/bin/sh
kept='${folder}'/\${RECTO_URL##*:}
for to in "$@"; do [ "$last" != --prefix ] || break; last=$to; done
if [ ! -e "$kept" ]; then
  PATH='${rest}' npm "$@" --prefix "$kept.$$" || exit
  # Of two that install at once the first gives it to both.
  ln -sn "$kept.$$" "$kept" 2> /dev/null || :
fi
ln -s "$kept" "$to"
`

/** Between its tries the script waits for nobody, or a tenth as long for a build beside it. */
const sleep = (rest: string, waits: boolean) => `#!/bin/sh
${waits ? `PATH='${rest}' sleep "0.$1"` : ''}
`

/**
 * The search path of builds of a file, up to its last test.
 * @param waits false where no two builds run at once
 */
export async function standIns({ waits }: { waits: boolean }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-programs-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const rest = process.env.PATH ?? ''
  await writeFile(join(folder, 'npm'), npm(folder, rest), { mode: 0o755 })
  await writeFile(join(folder, 'sleep'), sleep(rest, waits), { mode: 0o755 })
  return `${folder}:${rest}`
}
