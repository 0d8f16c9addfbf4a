// The built program in a real shell: lines as a person writes them, with `recto` on the path.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fromRoot } from '../../support/project-root.ts'

export interface ShellAnswer {
  code: number
  stdout: string
  stderr: string
}

export interface Shell {
  /** Runs a line to its end. */
  run(line: string, env?: Record<string, string>): Promise<ShellAnswer>
  /** Starts a line that goes on until it is stopped; `said` resolves with its first words. */
  start(line: string): { said: Promise<string>; stop(): Promise<void> }
}

/** A shell in the folder, the home of a person with Claude Code; `recto` there is a link to `bin/recto` of this checkout. */
export async function openShell(folder: string, env: Record<string, string>): Promise<Shell> {
  const bin = join(folder, '.bin')
  await mkdir(bin, { recursive: true })
  await mkdir(join(folder, '.claude'), { recursive: true })
  await rm(join(bin, 'recto'), { force: true })
  await symlink(fromRoot('bin', 'recto'), join(bin, 'recto'))
  const path = `${bin}${delimiter}${process.env.PATH}`
  const begin = (line: string, more: Record<string, string> = {}) =>
    spawn('sh', ['-c', line], {
      cwd: folder,
      env: { PATH: path, HOME: folder, ...env, ...more },
      detached: true,
    })
  return {
    async run(line, more) {
      const child = begin(line, more)
      const out = { stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', text => {
          out[name] += text
        })
      child.stdin.end()
      const [code] = await once(child, 'close')
      return { code, ...out }
    },
    start(line) {
      const child = begin(line)
      const ended = once(child, 'close')
      const said = new Promise<string>((resolve, reject) => {
        child.stdout.setEncoding('utf8').once('data', resolve)
        child.once('close', code => reject(new Error(`${line} ended with ${code}`)))
      })
      return {
        said,
        async stop() {
          if (child.exitCode === null) process.kill(-child.pid!)
          await ended
        },
      }
    },
  }
}
