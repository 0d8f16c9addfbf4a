// The thread beside the event loop: counts its own beats between two of the loop's, and ends the process after too many.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** Milliseconds between two looks, and looks without a beat. Looks are counted, not time: a machine that slept is not stuck. */
const LOOK = 1000
const MOST = 30

/** A thread writes there by way of the event loop otherwise. */
const STANDARD_ERROR = 2

const beats = workerData as Int32Array
let last = -1
let still = 0

function look(): void {
  const now = Atomics.load(beats, 0)
  still = now === last ? still + 1 : 0
  last = now
  if (still < MOST) return
  writeSync(STANDARD_ERROR, `The event loop stood still for ${MOST} seconds. Ending.\n`)
  process.kill(process.pid, 'SIGKILL')
}

setInterval(look, LOOK)
