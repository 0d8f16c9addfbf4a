// `recto mcp`: the tools of the server for a client that speaks stdio, with the credential of this machine.
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { parse, resolve } from 'node:path'
import { notSignedIn } from '../failure.ts'
import { type Task, textOf } from '../task.ts'

export async function mcp({ client, io, manifest, values }: Task): Promise<void> {
  if (!client.isSignedIn) throw notSignedIn(client.url)
  const named = textOf(values, 'root')
  const root = named === undefined ? startedIn(io.cwd) : resolve(io.cwd, named)
  const { bridge } = await io.mcp()
  await bridge({ client, manifest, root })
}

/** Programs of the desktop start others at the top of the disk or at home: null there, since nobody chose to open all of it. */
function startedIn(folder: string): string | null {
  const path = realpathSync(folder)
  return path === parse(path).root || path === realHome() ? null : folder
}

function realHome(): string {
  try {
    return realpathSync(homedir())
  } catch {
    return homedir()
  }
}
