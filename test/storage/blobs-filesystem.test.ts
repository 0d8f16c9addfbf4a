// Tests of what only a folder of blobs can show: full disks, failing disks, folders and modes.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Problem } from '../../src/domain/problem.ts'
import type { Blobs } from '../../src/storage/blobs.ts'
import { DurabilityError, openFilesystemBlobs } from '../../src/storage/filesystem.ts'
import { type Binary, ensureBinary } from '../support/binary.ts'
import { typescript } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'
import { each, readAll } from './blobs.suite.ts'

const KB = 1024
const isRoot = process.getuid?.() === 0
const mounts = isRoot && process.platform === 'linux' ? false : 'mounting a small disk needs root on Linux'
const strace = await ensureBinary(['strace'], 'strace')
const straces = isSkip(strace) ? strace.skip : false

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-blobs-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function smallDisk(t: TestContext): Promise<{ folder: string; blobs: Blobs }> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  const blobs = await openFilesystemBlobs(folder)
  t.after(async () => {
    await blobs.close()
    execFileSync('umount', [folder])
    await rm(folder, { recursive: true })
  })
  return { folder, blobs }
}

function isProblem(code: string): (error: unknown) => boolean {
  return error => error instanceof Problem && error.code === code
}

describe('a folder of blobs', () => {
  test('a full disk is a problem of its own, leaves nothing behind and ends when space returns', {
    skip: mounts,
  }, async t => {
    const { folder, blobs } = await smallDisk(t)
    const first = await blobs.put(each([randomBytes(600 * KB)]))

    await assert.rejects(blobs.put(each([randomBytes(500 * KB)])), isProblem('storage_full'))
    await assert.rejects(blobs.put(each(pieces(40, 64 * KB))), isProblem('storage_full'))
    assert.deepEqual(await readdir(join(folder, 'tmp')), [])
    assert.equal((await readAll(blobs, first.blob)).byteLength, 600 * KB)

    await blobs.delete(first.blob)
    const second = await blobs.put(each([randomBytes(500 * KB)]))
    assert.equal((await readAll(blobs, second.blob)).byteLength, 500 * KB)
  })

  test('a full disk never acknowledges what it did not keep, with 32 writers at once', {
    skip: mounts,
  }, async t => {
    const { blobs } = await smallDisk(t)
    const answers = await Promise.allSettled(
      Array.from({ length: 32 }, () => blobs.put(each([randomBytes(64 * KB)]))),
    )
    const kept = answers.filter(answer => answer.status === 'fulfilled')
    assert.ok(kept.length > 0 && kept.length < 32, `${kept.length} kept`)
    for (const { value } of kept) assert.equal((await readAll(blobs, value.blob)).byteLength, 64 * KB)
    for (const answer of answers) {
      if (answer.status === 'rejected')
        assert.ok(isProblem('storage_full')(answer.reason), String(answer.reason))
    }
  })

  for (const fault of [
    'fsync:error=EIO:when=1',
    'fsync:error=EIO:when=4',
    'rename:error=EIO',
    'writev:error=EIO',
  ]) {
    test(`a failing disk (${fault}) fails the put and every later one, and reads go on`, {
      skip: straces,
    }, async t => {
      const folder = await temporaryFolder(t)
      const blobs = await openFilesystemBlobs(folder)
      const { blob } = await blobs.put(each([Buffer.from('before')]))
      await blobs.close()
      const answer = await underStrace(folder, blob, fault)
      assert.deepEqual(answer, { first: DurabilityError.name, second: DurabilityError.name, read: 'before' })
      assert.deepEqual(await readdir(join(folder, 'tmp')), [])
    })
  }

  test('a disk that fails to sync the folder does not acknowledge, with many sharing that sync', {
    skip: straces,
  }, async t => {
    const folder = await temporaryFolder(t)
    const answer = await underStrace(folder, 'none', 'fsync:error=EIO:when=20+', '64')
    assert.equal(answer.acknowledged, answer.kept)
    assert.ok(Number(answer.acknowledged) < 64, `${answer.acknowledged} acknowledged`)
  })

  test('folders and files are for their owner alone', async t => {
    const folder = join(await temporaryFolder(t), 'deep', 'blobs')
    const blobs = await openFilesystemBlobs(folder)
    t.after(() => blobs.close())
    const { blob } = await blobs.put(each([Buffer.from('mine')]))
    const path = join(folder, blob.slice(0, 2), blob.slice(2, 4), blob)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    for (const made of [folder, join(folder, 'tmp'), join(folder, blob.slice(0, 2))]) {
      assert.equal((await stat(made)).mode & 0o777, 0o700)
    }
  })

  test('each day has a folder of its own, and all blobs stay readable', async t => {
    const day = 86_400_000
    let now = 20_000 * day
    const blobs = await openFilesystemBlobs(await temporaryFolder(t), () => now)
    t.after(() => blobs.close())
    const put = (n: number) => blobs.put(each([Buffer.from(`${n}`)]))
    const first = await Promise.all(Array.from({ length: 300 }, (_, n) => put(n)))
    now += day - 1
    const late = await put(300)
    now += 1
    const next = await Promise.all(Array.from({ length: 10 }, (_, n) => put(301 + n)))
    now -= day
    const back = await put(311)
    const stored = [...first, late, ...next, back]
    const days = stored.map(one => Number.parseInt(one.blob.slice(0, 4), 16))
    assert.deepEqual(days, [...Array(301).fill(20_000), ...Array(10).fill(20_001), 20_000])
    for (const [n, { blob }] of stored.entries()) assert.equal(String(await readAll(blobs, blob)), `${n}`)
  })

  test('files that are no blobs are neither listed nor swept', async t => {
    const folder = await temporaryFolder(t)
    const blobs = await openFilesystemBlobs(folder)
    t.after(() => blobs.close())
    const { blob } = await blobs.put(each([Buffer.from('x')]))
    await writeFile(join(folder, blob.slice(0, 2), blob.slice(2, 4), 'README'), 'not a blob')
    await writeFile(join(folder, 'lost+found'), '')
    const listed = []
    for await (const found of blobs.list()) listed.push(found.blob)
    assert.deepEqual(listed, [blob])
  })

  test('it is ready only while it can be written', async t => {
    const folder = await temporaryFolder(t)
    const blobs = await openFilesystemBlobs(folder)
    t.after(() => blobs.close())
    await blobs.ready()
    await rm(join(folder, 'tmp'), { recursive: true })
    await assert.rejects(blobs.ready(), isProblem('storage_unavailable'))
    await assert.rejects(blobs.put(each([Buffer.from('x')])), isProblem('storage_unavailable'))
  })

  test('no handle stays open after hundreds of puts, reads and failures', {
    skip: process.platform !== 'linux' && 'counts handles in /proc',
  }, async t => {
    const blobs = await openFilesystemBlobs(await temporaryFolder(t))
    const before = (await readdir('/proc/self/fd')).length
    for (let n = 0; n < 300; n += 1) {
      const { blob } = await blobs.put(each([Buffer.from('x')]))
      await blobs.readStart(blob, 10)
      for await (const _ of (await blobs.read(blob))!) break
      await assert.rejects(blobs.put(broken()))
    }
    await blobs.close()
    assert.ok((await readdir('/proc/self/fd')).length <= before)
  })
})

function pieces(count: number, size: number): Uint8Array[] {
  return Array.from({ length: count }, () => randomBytes(size))
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(300 * KB)
  throw new Error('gone')
}

/** Runs puts in a process of its own whose system calls fail as told; answers what that process saw. */
async function underStrace(
  folder: string,
  blob: string,
  fault: string,
  count = '1',
): Promise<Record<string, unknown>> {
  const program = fileURLToPath(new URL('./blobs-faults.program.ts', import.meta.url))
  const args = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${fault.split(':')[0]}`, '-e', `inject=${fault}`]
  const run = promisify(execFile)
  const command = [process.execPath, ...typescript, program, folder, blob, count]
  // strace counts calls for each thread by itself, so there is one thread for files.
  const { path, env: more } = strace as Binary
  const env = { ...process.env, ...more, UV_THREADPOOL_SIZE: '1' }
  const { stdout } = await run(path, [...args, ...command], { env })
  return JSON.parse(stdout)
}
