// Ends the process when its event loop stands still: it answers nobody then, and does not hear that it should stop.
import { url as debuggerAddress } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { modulePath } from './program-files.ts'

/** Milliseconds between two beats. */
const BEAT = 1000

/** Starts a thread beside the event loop, which has to hear of it once in a while; nothing is watched under a debugger. */
export function guardEventLoop(): void {
  if (debuggerAddress()) return
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(beats, 0, 1), BEAT).unref()
  const thread = new Worker(modulePath('event-loop-guard-thread'), {
    workerData: beats,
    execArgv: [],
    env: {},
  })
  // A thread that finds no file or memory left is no reason to end what serves.
  thread.on('error', ({ message }) => process.stderr.write(`Nothing watches the event loop: ${message}\n`))
  thread.unref()
}
