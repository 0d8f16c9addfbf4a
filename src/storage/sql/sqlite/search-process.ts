// The process in which the texts of files are indexed and searched: the main process matches none of their words.
import { SqliteConnection } from './connection.ts'
import { indexPortion } from './index-portion.ts'
import type { Answer, Task } from './search-queue.ts'

let connection: SqliteConnection | undefined

async function open(): Promise<SqliteConnection> {
  const opened = await SqliteConnection.open(process.argv[2]!)
  // The texts of the index are in the database anyway: after a loss of power they are indexed again.
  opened.exec('PRAGMA synchronous=NORMAL')
  return opened
}

async function answer(task: Task): Promise<Answer> {
  try {
    connection ??= await open()
    return { rows: 'index' in task ? [indexPortion(connection)] : connection.select(task.sql, task.values) }
  } catch (error) {
    const { message, errcode } = ((error as Error).cause ?? error) as Error & { errcode?: number }
    return { failure: { message, errcode } }
  }
}

function end(): void {
  connection?.close()
  process.exit()
}

function tell(result: Answer): void {
  if (process.connected) process.send!(result)
}

process.on('message', (task: Task | 'end') => {
  if (task === 'end') end()
  else answer(task).then(tell, end)
})
process.on('disconnect', end)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
