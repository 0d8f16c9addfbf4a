// Processor time of a process and of its children, as Linux tells it.
import { readdir, readFile } from 'node:fs/promises'

/** In hundredths of a second. */
export interface Spent {
  /** Of the process itself, all its threads. */
  main: number
  /** Of its children that live and those that ended. */
  children: number
}

/** A reason to skip where the system tells no other process's times. */
export const noProc =
  process.platform !== 'linux' && 'the system does not tell the processor time of other processes'

export async function spentBy(pid: number): Promise<Spent> {
  const { own, ended } = await timesOf(pid)
  const living = await Promise.all((await childrenOf(pid)).map(timesOf))
  return { main: own, children: living.reduce((sum, each) => sum + each.own, ended) }
}

async function timesOf(pid: number): Promise<{ own: number; ended: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const times = line.slice(line.lastIndexOf(')')).split(' ').slice(12, 16).map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = times
  return { own: user + system, ended: endedUser + endedSystem }
}

/** The living children of a process, whichever of its threads started them. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    threads.map(id => readFile(`/proc/${pid}/task/${id}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap(list => list.split(' ').filter(Boolean).map(Number))
}
