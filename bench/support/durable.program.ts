// The bare durable work of a publish, in a loop: temp file, fsync, rename, fsync of the folder, a commit with synchronous=FULL.
import fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const [folder = '', size = '16384', seconds = '2'] = process.argv.slice(2)
fs.mkdirSync(join(folder, 'blobs'), { recursive: true })
const database = new DatabaseSync(join(folder, 'loop.db'))
database.exec('PRAGMA journal_mode=WAL')
database.exec('PRAGMA synchronous=FULL')
database.exec('create table if not exists version (id text primary key, blob text, size integer)')
const insert = database.prepare('insert into version values (?, ?, ?)')
const bytes = Buffer.alloc(Number(size), 'a')
const shelf = fs.openSync(join(folder, 'blobs'), 'r')

let done = 0
const begin = performance.now()
while (performance.now() - begin < Number(seconds) * 1000) {
  const name = `${process.pid}-${done}`
  const file = fs.openSync(join(folder, name), 'wx')
  fs.writeSync(file, bytes)
  fs.fsyncSync(file)
  fs.closeSync(file)
  fs.renameSync(join(folder, name), join(folder, 'blobs', name))
  fs.fsyncSync(shelf)
  insert.run(name, name, bytes.length)
  done += 1
}
process.stdout.write(`${done / ((performance.now() - begin) / 1000)}\n`)
