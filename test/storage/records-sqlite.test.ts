// Tests of what only the embedded store can show: one fsync for many, full and failing disks, and a file held by others.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Problem } from '../../src/domain/problem.ts'
import { openRecords } from '../../src/storage/open.ts'
import type { Records } from '../../src/storage/records.ts'
import { SearchQueue } from '../../src/storage/sql/sqlite/search-queue.ts'
import { type Binary, ensureBinary } from '../support/binary.ts'
import { childrenOf, noProc } from '../support/processor-time.ts'
import { typescript } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'
import { until, within } from '../support/until.ts'
import { addPerson, home, publish, range, searchQuery, times } from './records.world.ts'

const isRoot = process.getuid?.() === 0
const mounts = isRoot && process.platform === 'linux' ? false : 'mounting a small disk needs root on Linux'
const strace = await ensureBinary(['strace'], 'strace')
const straces = isSkip(strace) ? strace.skip : false

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-sqlite-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function opened(t: TestContext, folder: string): Promise<Records> {
  const records = await openRecords(`sqlite:${join(folder, 'recto.db')}`)
  t.after(() => records.close())
  return records
}

interface Seen {
  outcomes: string[]
  kept: string[]
  ready: boolean
  reads: boolean
}

async function underStrace(
  folder: string,
  options: string[],
  count: number,
  manner: string,
): Promise<{ seen: Seen; trace: string }> {
  const program = fileURLToPath(new URL('./records-sqlite.program.ts', import.meta.url))
  const address = `sqlite:${join(folder, 'recto.db')}`
  const trace = join(folder, 'trace')
  const command = [process.execPath, ...typescript, program, address, `${count}`, manner]
  const { path, env } = strace as Binary
  const words = ['-f', '-qq', '-o', trace, ...options, ...command]
  const { stdout } = await promisify(execFile)(path, words, { env: { ...process.env, ...env } })
  return { seen: JSON.parse(stdout), trace: await readFile(trace, 'utf8') }
}

/** Turns that the event loop takes in so many milliseconds, of those that a timer of five asks for. */
async function turnsIn(milliseconds: number): Promise<number> {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 5)
  await sleep(milliseconds)
  clearInterval(ticking)
  return turns
}

describe('the embedded store', () => {
  test('syncs every unit that comes alone, and many at once together', { skip: straces }, async t => {
    const folder = await temporaryFolder(t)
    await (await openRecords(`sqlite:${join(folder, 'recto.db')}`)).close()
    const syncs = async (manner: string) => {
      const { trace } = await underStrace(folder, ['-e', 'trace=fsync,fdatasync'], 60, manner)
      return trace.split('\n').filter(line => /f(data)?sync\(/.test(line)).length
    }
    const alone = await syncs('after each other')
    const together = await syncs('together')
    assert.ok(alone >= 60, `${alone} syncs for 60 units after each other`)
    assert.ok(together < 20, `${together} syncs for 60 units at once`)
  })

  test('finds what a sweep removes by an index, however much stays', async t => {
    const folder = await temporaryFolder(t)
    await opened(t, folder)
    const db = new DatabaseSync(join(folder, 'recto.db'))
    t.after(() => db.close())
    const ends = {
      session: ['expires_at', 'last_seen_at'],
      one_time_code: ['expires_at'],
      api_key: ['expires_at', 'revoked_at'],
      pending_sign_in: ['expires_at'],
      used_oauth_state: ['expires_at'],
      used_build_token: ['expires_at'],
      idempotency: ['started_at'],
      upload: ['expires_at'],
      recent_use: ['ends_at'],
      audit: ['kept_until'],
    }
    for (const [table, columns] of Object.entries(ends))
      for (const column of columns) {
        const plan = db.prepare(`explain query plan delete from ${table} where ${column} <= 1`).all()
        assert.match(String(plan[0]!.detail), /USING (COVERING )?INDEX/, `${table} by ${column}`)
      }
  })

  test('on a disk that fails to sync acknowledges nothing more, and reads go on', {
    skip: straces,
  }, async t => {
    const folder = await temporaryFolder(t)
    await (await openRecords(`sqlite:${join(folder, 'recto.db')}`)).close()
    const fault = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO:when=12+']
    const { seen } = await underStrace(folder, fault, 30, 'after each other')
    const failed = seen.outcomes.indexOf('DurabilityError')
    assert.ok(failed > 0, seen.outcomes.join())
    assert.deepEqual(new Set(seen.outcomes.slice(failed)), new Set(['DurabilityError']))
    assert.deepEqual([seen.ready, seen.reads], [false, true])
    const records = await opened(t, folder)
    for (const id of seen.kept) assert.notEqual(await records.people.person(id), null)
  })

  test('on a full disk says so, reads on, and recovers when space returns', { skip: mounts }, async t => {
    const folder = await mkdtemp(join(tmpdir(), 'recto-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder])
    const records = await openRecords(`sqlite:${join(folder, 'recto.db')}`)
    t.after(async () => {
      await records.close()
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    })
    const of = await home(records)
    const first = await publish(records, of, {}, { text: 'kept' })
    await writeFile(join(folder, 'ballast'), Buffer.alloc(1_000_000)).catch(() => {})
    const text = 'x'.repeat(50_000)
    const answers = await Promise.allSettled(times(60, () => publish(records, of, {}, { text })))
    const refused = answers.filter(answer => answer.status === 'rejected')
    assert.ok(refused.length > 0)
    for (const { reason } of refused) {
      assert.ok(reason instanceof Problem && reason.code === 'storage_full', String(reason))
    }
    assert.notEqual(await records.artifacts.find(first.shortId), null)
    for (const answer of answers) {
      if (answer.status === 'fulfilled') assert.ok(await records.artifacts.find(answer.value.shortId))
    }
    await rm(join(folder, 'ballast'), { force: true })
    const again = await publish(records, of)
    assert.notEqual(await records.artifacts.find(again.shortId), null)
  })

  test('on a disk too full to index what is new, finds what is indexed', { skip: mounts }, async t => {
    const folder = await mkdtemp(join(tmpdir(), 'recto-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder])
    const records = await openRecords(`sqlite:${join(folder, 'recto.db')}`)
    t.after(async () => {
      await records.close()
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    })
    const of = await home(records)
    const first = await publish(records, of, {}, { text: 'kept' })
    const found = async (text: string) =>
      (await records.artifacts.search(searchQuery(of, text))).map(hit => hit.shortId)
    assert.deepEqual(await found('kept'), [first.shortId])
    const text = range(20_000).join(' ')
    await publish(records, of, {}, { text })
    await writeFile(join(folder, 'ballast'), Buffer.alloc(4_000_000)).catch(() => {})
    assert.deepEqual(await found('kept'), [first.shortId])
  })

  test('searches what is indexed while thousands of texts come in, and all of them later', async t => {
    const folder = await temporaryFolder(t)
    const records = await opened(t, folder)
    const of = await home(records)
    await publish(records, of, {}, { text: 'kept' })
    const count = 'select count(*) as waiting from stale_text'
    const other = new DatabaseSync(join(folder, 'recto.db'))
    t.after(() => other.close())
    const waiting = () => (other.prepare(count).get() as { waiting: number }).waiting
    const search = async () =>
      assert.equal((await records.artifacts.search(searchQuery(of, 'kept'))).length, 1)
    await search()
    // Texts of nobody, more than are indexed while a search waits.
    other.exec(`pragma foreign_keys = off;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 40000)
      insert into artifact_text (artifact_id, scope, name, body)
      select 'text ' || i, 'nobody', 'name', replace(hex(randomblob(1200)), '0', ' ') from n;
      insert or ignore into stale_text (row) select row from artifact_text where scope = 'nobody'`)
    const before = waiting()
    await search()
    const after = waiting()
    assert.ok(after > 0 && after < before, `${before} waited, then ${after}`)
  })

  test('lets each organization search in its turn, and goes on after a search that fails', async t => {
    const folder = await temporaryFolder(t)
    await opened(t, folder)
    const queue = new SearchQueue(join(folder, 'recto.db'))
    t.after(() => queue.close())
    const order: string[] = []
    const ask = (turn: string, name: string) =>
      queue.ask(turn, { sql: 'select 1', values: [] }).then(() => order.push(name))
    await Promise.all([...range(5).map(n => ask('one', `one ${n}`)), ask('other', 'other')])
    assert.deepEqual(order, ['one 1', 'one 2', 'other', 'one 3', 'one 4', 'one 5'])
    await assert.rejects(queue.ask('one', { sql: 'select absent from search', values: [] }), /no such column/)
    assert.deepEqual(await queue.ask('one', { sql: 'select ? as value', values: [7] }), [{ value: 7 }])
  })

  test('lets nobody else ask while work has its turn, and refuses what waits when it closes', async t => {
    const folder = await temporaryFolder(t)
    await opened(t, folder)
    const queue = new SearchQueue(join(folder, 'recto.db'))
    const order: string[] = []
    const one = { sql: 'select 1', values: [] }
    const taken = queue.take('index', async send => {
      await send(one)
      await sleep(100)
      await send(one)
      order.push('taken')
    })
    const other = queue.ask('other', one).then(() => order.push('other'))
    await Promise.all([taken, other])
    assert.deepEqual(order, ['taken', 'other'])
    const last = queue.ask('one', one)
    const refused = assert.rejects(queue.ask('one', one), { code: 'storage_unavailable' })
    await queue.close()
    assert.deepEqual(await last, [{ 1: 1 }])
    await refused
  })

  test('ends the process of searches when nobody searches, and starts it again', {
    skip: noProc,
  }, async t => {
    const folder = await temporaryFolder(t)
    await opened(t, folder)
    const queue = new SearchQueue(join(folder, 'recto.db'), 50)
    t.after(() => queue.close())
    const before = new Set(await childrenOf(process.pid))
    const started = async () => (await childrenOf(process.pid)).filter(id => !before.has(id))
    const ask = () => queue.ask('one', { sql: 'select ? as value', values: [7] })
    for (const _ of range(2)) {
      const asked = ask()
      assert.equal((await started()).length, 1)
      assert.deepEqual(await asked, [{ value: 7 }])
      await until('the process has ended', async () => (await started()).length === 0)
    }
  })

  /** Writes while the process stands still, and lets it go on after. */
  async function writesBeside(records: Records, child: number): Promise<void> {
    const written = records.transaction(rows => addPerson(rows))
    try {
      await within('an end of what is written beside', written)
    } finally {
      process.kill(child, 'SIGCONT')
      await written
    }
  }

  test('writes on while the process of searches starts', { skip: noProc }, async t => {
    const folder = await temporaryFolder(t)
    const records = await opened(t, folder)
    const of = await home(records)
    const before = new Set(await childrenOf(process.pid))
    await publish(records, of, {}, { text: 'found once it is there' })
    let child: number | undefined
    while (!child) child = (await childrenOf(process.pid)).find(id => !before.has(id))
    process.kill(child, 'SIGSTOP')
    await writesBeside(records, child)
    assert.equal((await records.artifacts.search(searchQuery(of, 'found'))).length, 1)
  })

  test('writes on while a search takes long and new texts wait for the index', { skip: noProc }, async t => {
    const folder = await temporaryFolder(t)
    const records = await opened(t, folder)
    const of = await home(records)
    const before = new Set(await childrenOf(process.pid))
    const search = async () => (await records.artifacts.search(searchQuery(of, 'found'))).length
    assert.equal(await search(), 0)
    const child = (await childrenOf(process.pid)).find(id => !before.has(id))!
    process.kill(child, 'SIGSTOP')
    const held = search()
    await publish(records, of, {}, { text: 'found once it is there' })
    await sleep(500)
    await writesBeside(records, child)
    await held
    assert.equal(await search(), 1)
  })

  test('asks for another try when the process of searches is killed, and searches on', {
    skip: noProc,
  }, async t => {
    const folder = await temporaryFolder(t)
    await opened(t, folder)
    const queue = new SearchQueue(join(folder, 'recto.db'))
    t.after(() => queue.close())
    const before = new Set(await childrenOf(process.pid))
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'
    const cut = queue.ask('one', { sql: endless, values: [] })
    const after = queue.ask('other', { sql: 'select ? as value', values: [7] })
    const [child] = (await childrenOf(process.pid)).filter(id => !before.has(id))
    process.kill(child!, 'SIGKILL')
    await assert.rejects(cut, (error: Problem) => error.code === 'storage_unavailable')
    assert.deepEqual(await after, [{ value: 7 }])
  })

  test('waits for another process that writes, without holding up the event loop', async t => {
    const folder = await temporaryFolder(t)
    const records = await opened(t, folder)
    const other = new DatabaseSync(join(folder, 'recto.db'))
    other.exec('begin immediate')
    const usual = await turnsIn(300)
    let done = false
    const unit = records
      .transaction(rows => addPerson(rows))
      .finally(() => {
        done = true
      })
    const turns = await turnsIn(300)
    assert.equal(done, false)
    assert.ok(turns > usual / 4, `${turns} turns in 300 ms, where ${usual} are usual`)
    other.exec('commit')
    other.close()
    assert.notEqual(await records.people.person((await unit).id), null)
  })

  test('is for its owner alone', async t => {
    const folder = join(await temporaryFolder(t), 'data')
    const records = await opened(t, folder)
    await home(records)
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
    for (const name of await readdir(folder)) {
      assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name)
    }
  })

  test('a store that was closed in order is one file', async t => {
    const folder = await temporaryFolder(t)
    const records = await openRecords(`sqlite:${join(folder, 'recto.db')}`)
    for (const _ of range(5)) await home(records)
    await records.close()
    assert.deepEqual(await readdir(folder), ['recto.db'])
    const db = new DatabaseSync(join(folder, 'recto.db'))
    assert.deepEqual({ ...db.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
    db.close()
  })
})
