// Loaded into a node before its program: writes down the statements that the marked requests send to PostgreSQL, one JSON line each.
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { Server } from 'node:http'
import pg from 'pg'
import type { Sent } from './statements.ts'

const file = process.env.BENCH_STATEMENTS!
const marked = new AsyncLocalStorage<true>()

const { emit } = Server.prototype
Server.prototype.emit = function (this: Server, name: string, ...words: unknown[]) {
  const go = () => Reflect.apply(emit, this, [name, ...words])
  const headers = (words[0] as { headers?: Record<string, string> } | undefined)?.headers
  return name === 'request' && headers?.['bench-record'] ? marked.run(true, go) : go()
} as typeof emit

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  if (marked.getStore()) appendFileSync(file, `${JSON.stringify(sentBy(words))}\n`)
  return Reflect.apply(query, this, words)
} as typeof query

function sentBy([first]: unknown[]): Sent {
  const { text, values = [], name } = (typeof first === 'string' ? { text: first } : first) as Partial<Sent>
  return { text: text!, values, ...(name !== undefined && { name }) }
}
