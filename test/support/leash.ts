// Ends what a test started when the test's process ends, however it ends, kill -9 included.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'

export interface Leash {
  /** Runs the clean-up now and waits for its end; a second call does nothing. */
  release(): Promise<void>
}

/** The user that the clean-up runs as; ours where nothing is set. */
export interface Identity {
  uid?: number
  gid?: number
}

/**
 * Starts a shell apart from our process group that sleeps on a pipe we hold. When the pipe closes, by `release` or by
 * our end, it runs `script` with `args` as $1, $2 and so on. It keeps no process alive.
 */
export function leash(script: string, args: string[], identity: Identity = {}): Leash {
  const shell = spawn('/bin/sh', ['-c', `cat >/dev/null\n${script}`, 'leash', ...args], {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(shell, 'exit')
  shell.unref()
  ;(shell.stdin as Socket).unref()
  return {
    async release() {
      shell.ref()
      shell.stdin.end()
      await ended
    },
  }
}
