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
  try {
    const options = { workerData: beats, execArgv: [], env: {} }
    const thread = new Worker(modulePath('event-loop-guard-thread'), options)
    thread.on('error', printMissing)
    thread.unref()
  } catch (error) {
    printMissing(error as Error)
  }
}

/** A system that has no thread, file or memory left for it is no reason to end what serves. */
function printMissing({ message }: Error): void {
  process.stderr.write(`Nothing watches the event loop: ${message}\n`)
}
