// Runs recto admin as an operator does: a process of its own with the settings of a server.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { program } from './product.ts'
import { fromRoot } from './project-root.ts'

export interface AdminAnswer {
  code: number
  stdout: string
  stderr: string
  /** The answer of --json. */
  json: Record<string, unknown>
}

/** `words` follow `recto admin`. */
export function startAdmin(env: Record<string, string>, ...words: string[]) {
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, RECTO_SECRET: ___, ...inherited } = process.env
  return spawn(process.execPath, [...program(), 'admin', ...words, '--json'], {
    cwd: fromRoot(),
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The same, until it has ended. */
export async function admin(env: Record<string, string>, ...words: string[]): Promise<AdminAnswer> {
  const child = startAdmin(env, ...words)
  const ended = new Promise<number>(resolve => child.on('exit', code => resolve(code ?? -1)))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr, json: parsed(stdout) }
}

function parsed(stdout: string): Record<string, unknown> {
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}
