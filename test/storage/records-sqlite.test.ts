// What only the embedded store can show: one fsync for many, full and failing disks, and a file held by others.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Problem } from '../../src/domain/problem.ts'
import { openRecords } from '../../src/storage/open.ts'
import type { Records } from '../../src/storage/records.ts'
import { type Binary, ensureBinary } from '../support/binary.ts'
import { typescript } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'
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
  await pause(milliseconds)
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
