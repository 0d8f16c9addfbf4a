// `recto serve`: reads the settings, then serves in this process or keeps several server processes over one port.
import cluster from 'node:cluster'
import { readSettings, type Settings, strangeNames } from './settings.ts'

/** Resolves when it serves; what could not start has set the exit code or throws. */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = settingsOf(env)
  if (!settings) return
  // Nobody may read it any more, which is no reason to stop.
  process.stderr.on('error', () => undefined)
  if (settings.RECTO_WORKERS > 1 && cluster.isPrimary) {
    const { keepServerProcesses } = await import('./cluster/primary.ts')
    return keepServerProcesses(settings)
  }
  const { serve } = await import('./cluster/server-process.ts')
  await serve(settings, env)
}

/** The settings, or null after every mistake in them was said. */
function settingsOf(env: NodeJS.ProcessEnv): Settings | null {
  const read = readSettings(env)
  if ('mistakes' in read) {
    process.stderr.write(`${read.mistakes.map(line => `${line}\n`).join('')}`)
    process.exitCode = 2
    return null
  }
  if (cluster.isPrimary)
    for (const name of strangeNames(env))
      process.stderr.write(`${name} is no setting and is left aside; recto serve --help names them all.\n`)
  return read.settings
}
