// `recto completion`: a script for the shell, which asks this program what can stand where the line ends.
import { parseArtifactAddress } from '../../../domain/artifact-address.ts'
import { plain } from '../../../domain/plain-text.ts'
import type { Candidate } from '../command-line/candidates.ts'
import type { Task } from '../task.ts'
import { recordsIn } from '../version-record.ts'

/** The word by which the scripts ask. */
export const COMPLETE = '__complete'

// Bash takes an address apart at its colons.
const bash = `_recto() {
  local line word last= words=()
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ -n $last && ($word == [:=]* || $last == *[:=]) ]]; then words[\${#words[@]}-1]+=$word
    else words+=("$word"); fi
    last=$word
  done
  while IFS= read -r line; do
    if [ "$line" = :files ]; then compopt -o default; return; fi
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(recto ${COMPLETE} "\${words[@]}" 2>/dev/null)
}
complete -F _recto recto`

const zsh = `#compdef recto
_recto() {
  local -a lines found
  local line
  lines=("\${(@f)$(recto ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$lines[1]" == :files ]]; then _files; return; fi
  for line in $lines; do found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); done
  _describe recto found
}
compdef _recto recto`

const fish = `function __recto_complete
  set -l current (commandline -ct)
  set -l words (commandline -opc) "$current"
  set -l found (recto ${COMPLETE} $words[2..-1] 2>/dev/null)
  if test "$found[1]" = :files
    __fish_complete_path "$current"
  else
    printf '%s\\n' $found
  end
end
complete -c recto -f -a '(__recto_complete)'`

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish }

export const completion = ({ output, values }: Task): Promise<void> =>
  output.text(scripts[String(values.shell)]!.split('\n'))

/** Milliseconds that a person waits for the server at the key of completion. */
const PATIENCE = 2_000

/** Tells whether a word is a bare short ID: the words come from a file or a server, and shells get no others. */
const isBare = (word: string): boolean => parseArtifactAddress(word)?.shortId === word

/** Returns the artifacts recorded in this folder, and those changed last on the server; a list that cannot be asked for is left out. */
export async function knownShortIds(task: Pick<Task, 'io' | 'client' | 'manifest'>): Promise<Candidate[]> {
  const near = recordedHere(task)
  const names = new Map([...near, ...(await listed(task))])
  return [...names]
    .filter(([shortId]) => isBare(shortId))
    .map(([shortId, text]): Candidate => [shortId, plain(text)])
}

function recordedHere({ io, client }: Pick<Task, 'io' | 'client'>): Candidate[] {
  try {
    return Object.entries(recordsIn(io.cwd)).flatMap(([file, entries]) =>
      entries.filter(({ server }) => server === client.url).map(({ shortId }): Candidate => [shortId, file]),
    )
  } catch {
    return []
  }
}

async function listed({ client, manifest }: Pick<Task, 'client' | 'manifest'>): Promise<Candidate[]> {
  const asked = client.call({ route: manifest.routes.list!, input: { limit: 50 } }).then(
    page => (page as { data: { shortId: string; name: string }[] }).data,
    () => [],
  )
  const tired = new Promise<[]>(resolve => setTimeout(() => resolve([]), PATIENCE).unref())
  const rows = await Promise.race([asked, tired])
  return rows.map(({ shortId, name }): Candidate => [shortId, name])
}
