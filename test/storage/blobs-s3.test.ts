// Tests of what only a bucket can show: a server that fails, stalls or refuses, and addresses that are wrong.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../src/domain/problem.ts'
import type { Blobs } from '../../src/storage/blobs.ts'
import { openS3Blobs } from '../../src/storage/s3.ts'
import { parseS3Address } from '../../src/storage/s3-address.ts'
import { typescript } from '../support/project-root.ts'
import { type S3Server, startS3 } from '../support/s3.ts'
import { isSkip } from '../support/skip.ts'
import { type Fault, unreliable } from '../support/unreliable.ts'
import { each, readAll, sha256 } from './blobs.suite.ts'

const KB = 1024
const MB = 1024 * KB
const hasty = { connectMs: 10_000, answerMs: 400, tries: 3 }

const server = await startS3()
const skip = isSkip(server) && server.skip

const isProblem = (code: string) => (error: unknown) => error instanceof Problem && error.code === code
const refuse: Fault = (_, response) => {
  response
    .writeHead(503, { 'content-type': 'application/xml' })
    .end('<Error><Code>ServiceUnavailable</Code></Error>')
  return true
}

async function listed(blobs: Blobs): Promise<string[]> {
  const names: string[] = []
  for await (const { blob } of blobs.list()) names.push(blob)
  return names
}

describe('a bucket of blobs', { skip }, () => {
  let s3: S3Server
  let bucket: string
  let url: string

  before(async () => {
    s3 = server as S3Server
    bucket = await s3.createBucket('faults')
    url = s3.blobsUrl(bucket)
  })
  after(async () => {
    await s3?.removeBucket(bucket)
    await s3?.stop()
  })

  test('a server that is busy once is asked again, and nobody notices', async t => {
    const way = await unreliable(
      t,
      url,
      (incoming, outgoing, seen) => seen % 2 === 0 && refuse(incoming, outgoing, seen),
    )
    const blobs = await openS3Blobs(way.url, s3.env)
    t.after(() => blobs.close())
    const { blob } = await blobs.put(each([Buffer.from('patience')]))
    assert.equal(String(await readAll(blobs, blob)), 'patience')
    assert.equal(way.seen(), 4)
  })

  test('a server that stays busy is storage_unavailable for every call', async t => {
    const way = await unreliable(t, url, refuse)
    const blobs = await openS3Blobs(way.url, s3.env)
    t.after(() => blobs.close())
    const blob = 'a'.repeat(32)
    const calls = [
      () => blobs.put(each([Buffer.from('x')])),
      () => blobs.put(each([randomBytes(6 * MB)])),
      () => blobs.read(blob),
      () => blobs.readStart(blob, 1),
      () => blobs.size(blob),
      () => blobs.delete(blob),
      () => blobs.ready(),
      () => blobs.sweepTemporary(0),
      () => listed(blobs),
    ]
    await Promise.all(calls.map(call => assert.rejects(call(), isProblem('storage_unavailable'))))
    assert.equal(way.seen(), calls.length * 3)
  })

  test('a server that never answers is given up after so many tries', async t => {
    const way = await unreliable(t, url, () => true)
    const blobs = await openS3Blobs(way.url, s3.env, hasty)
    t.after(() => blobs.close())
    await assert.rejects(blobs.put(each([Buffer.from('x')])), isProblem('storage_unavailable'))
    assert.equal(way.seen(), 3)
  })

  test('a body that stalls or breaks off ends in storage_unavailable, never in short bytes', async t => {
    const direct = await openS3Blobs(url, s3.env)
    const { blob } = await direct.put(each([randomBytes(MB)]))
    await direct.close()
    for (const end of ['stall', 'break'] as const) {
      const way = await unreliable(t, url, (_, response) => {
        response.writeHead(200, { 'content-length': MB }).write(Buffer.alloc(1000))
        if (end === 'break') setTimeout(() => response.destroy(), 50)
        return true
      })
      const blobs = await openS3Blobs(way.url, s3.env, hasty)
      await assert.rejects(blobs.readStart(blob, MB), isProblem('storage_unavailable'))
      await assert.rejects(readAll(blobs, blob), isProblem('storage_unavailable'))
      await blobs.close()
    }
  })

  test('a reader who takes longer than the server may is not cut off', async t => {
    const direct = await openS3Blobs(url, s3.env)
    const stored = await direct.put(each([randomBytes(3 * MB)]))
    await direct.close()
    const blobs = await openS3Blobs(url, s3.env, { ...hasty, answerMs: 1500 })
    t.after(() => blobs.close())
    const chunks: Buffer[] = []
    for await (const chunk of (await blobs.read(stored.blob))!) {
      if (chunks.length < 2) await sleep(2000)
      chunks.push(chunk as Buffer)
    }
    assert.equal(sha256(Buffer.concat(chunks)), stored.sha256)
  })

  test('an upload that fails in the middle is taken back', async t => {
    const way = await unreliable(t, url, (incoming, outgoing, seen) => {
      return /partNumber=2/.test(incoming.url!) && refuse(incoming, outgoing, seen)
    })
    const blobs = await openS3Blobs(way.url, s3.env)
    t.after(() => blobs.close())
    await assert.rejects(blobs.put(each([randomBytes(6 * MB)])), isProblem('storage_unavailable'))
    assert.equal(await blobs.sweepTemporary(-2000), 0)
  })

  test('keys that are wrong, a bucket or a server that is not there, are storage_unavailable and not missing files', async t => {
    const wrong = { ...s3.env, AWS_SECRET_ACCESS_KEY: 'wrong' }
    const nobody = `s3://x?endpoint=${encodeURIComponent('http://127.0.0.1:1')}`
    for (const blobs of [
      await openS3Blobs(url, wrong),
      await openS3Blobs(s3.blobsUrl('not-there'), s3.env),
      await openS3Blobs(nobody, s3.env, hasty),
    ]) {
      t.after(() => blobs.close())
      await assert.rejects(blobs.ready(), isProblem('storage_unavailable'))
      await assert.rejects(blobs.put(each([Buffer.from('x')])), isProblem('storage_unavailable'))
      await assert.rejects(blobs.read('a'.repeat(32)), isProblem('storage_unavailable'))
    }
  })

  test('two prefixes in one bucket do not see each other', async t => {
    const [one, two] = await Promise.all(
      ['one/deep', 'two'].map(at => openS3Blobs(url.replace('?', `/${at}?`), s3.env)),
    )
    t.after(() => Promise.all([one!.close(), two!.close()]))
    const { blob } = await one!.put(each([Buffer.from('mine')]))
    assert.equal(await two!.size(blob), null)
    assert.deepEqual(await listed(one!), [blob])
    assert.deepEqual(await listed(two!), [])
  })
})

test('an address of a bucket is read, or refused with a sentence', () => {
  assert.deepEqual(parseS3Address('s3://bucket'), { bucket: 'bucket', prefix: '', region: 'us-east-1' })
  assert.deepEqual(
    parseS3Address('s3://b.c/some/where/?endpoint=https%3A%2F%2Fs3.example%3A9000&region=eu-1'),
    {
      bucket: 'b.c',
      prefix: 'some/where/',
      region: 'eu-1',
      endpoint: 'https://s3.example:9000',
    },
  )
  for (const text of [
    '',
    'file:x',
    's3://',
    's3://b?endpoint=ftp://x',
    's3://b?endpoint=x',
    's3://b?regin=x',
  ]) {
    assert.throws(() => parseS3Address(text), /^Error: (must|has) /, text)
  }
})

test('the S3 client is loaded only when a bucket is opened', () => {
  const program = `
    await import('./src/storage/s3.ts')
    const { createRequire } = await import('node:module')
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some(path => path.includes('@aws-sdk'))
    const early = loaded()
    await import('@aws-sdk/client-s3')
    console.log(early, loaded())`
  const args = [...typescript, '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: new URL('../..', import.meta.url) })
  assert.equal(`${stdout}${stderr}`.trim(), 'false true')
})
