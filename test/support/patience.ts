// Stretches every wait on a busy machine by a factor that a run measures before its first file, and before each that runs again.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Milliseconds of the spinning work on a quiet machine: two cores of 2026 need 167 ms of processor time. */
const QUIET = 170

/** A machine that is busier than this shows failures instead of waiting for hours. */
const MOST = 4

/** Turns of a loop that is all arithmetic, so that neither memory nor disk decides how long it takes. */
const spinning = `
const { parentPort } = require('node:worker_threads')
function spin() {
  let state = 1
  for (let turn = 0; turn < 1.5e8; turn++) state = (Math.imul(state, 1664525) + 1013904223) | 0
  return state
}
const begin = performance.now()
const state = spin()
parentPort.postMessage({ milliseconds: performance.now() - begin, state })`

const isGiven = process.env.RECTO_TEST_PATIENCE !== undefined

/** Measures the factor by spinning on every core, and hands it to this process and those it starts; one that was given stays. */
export async function measurePatience(): Promise<number> {
  if (!isGiven) process.env.RECTO_TEST_PATIENCE = `${clamp((await spinOnEveryCore()) / QUIET)}`
  return patience()
}

/** The factor of the run, from 1 to 4; 1 where nobody has measured. */
const patience = (): number => clamp(Number(process.env.RECTO_TEST_PATIENCE) || 1)

const clamp = (factor: number): number => Math.round(Math.min(Math.max(factor, 1), MOST) * 10) / 10

/** Returns how many milliseconds a wait gets that has so many on a quiet machine. */
export const extendTimeout = (milliseconds: number): number => Math.round(milliseconds * patience())

async function spinOnEveryCore(): Promise<number> {
  const times = await Promise.all(Array.from({ length: availableParallelism() }, spinOnce))
  return times.reduce((sum, each) => sum + each, 0) / times.length
}

function spinOnce(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  new Worker(spinning, { eval: true, execArgv: [] })
    .once('message', ({ milliseconds }: { milliseconds: number }) => resolve(milliseconds))
    .once('error', reject)
  return promise
}
