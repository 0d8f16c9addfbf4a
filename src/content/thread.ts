// What runs inside a worker thread: one task after another, each module loaded when first asked for.
import { parentPort } from 'node:worker_threads'

const tasks = {
  readable: async () => (await import('./readable-text.ts')).readableText,
  unified: async () => (await import('./diff.ts')).unified,
  renderPage: async () => (await import('./render-page.ts')).renderPage,
  merge3: async () => (await import('./merge.ts')).merge3,
}

type Tasks = typeof tasks
type Run<Name extends Task> = Awaited<ReturnType<Tasks[Name]>>

export type Task = keyof Tasks
/** The arguments of a task. */
export type Input<Name extends Task> = Parameters<Run<Name>>
/** What a task answers. */
export type Output<Name extends Task> = Awaited<ReturnType<Run<Name>>>

async function answer({ task, input }: { task: Task; input: unknown[] }): Promise<void> {
  try {
    const run = (await tasks[task]()) as (...input: unknown[]) => unknown
    const value = await run(...input)
    parentPort?.postMessage({ value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [])
  } catch (error) {
    parentPort?.postMessage({
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    })
  }
}

parentPort?.on('message', answer)
