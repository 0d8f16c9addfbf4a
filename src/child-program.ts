// A module that runs as a process of its own: for work on what strangers wrote, which must hold up nobody else.
import { type ChildProcess, fork } from 'node:child_process'

/**
 * Starts the module at this path the way this program was started. It gets no setting and no secret, and says nothing but messages.
 * @param limits further words for Node, such as `--stack-size=3000`
 */
export const startModule = (
  module: string,
  words: readonly string[],
  limits: readonly string[],
): ChildProcess =>
  fork(module, words, {
    serialization: 'advanced',
    execArgv: [...ownArguments(), ...limits],
    env: ownEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** Sets whether the child, and the channel to it, keep this program alive. */
export function keepAwake(child: ChildProcess, awake: boolean): void {
  for (const each of [child, child.channel]) {
    if (awake) each?.ref()
    else each?.unref()
  }
}

/** Our own way of being started, without what concerns tests, debuggers and measurements. */
const ownArguments = (): string[] =>
  process.execArgv.filter(
    word => !/^--(?:test|inspect|watch|cpu-prof|heap|eval|print|max-|stack-)/.test(word),
  )

function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_V8_COVERAGE']
  return Object.fromEntries(
    kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
