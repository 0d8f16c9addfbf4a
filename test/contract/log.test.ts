// The log holds no secret: what people sign in with and where they get mail is left out, and codes that say what failed stay.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fromRoot, typescript } from '../support/project-root.ts'

const run = promisify(execFile)

/** Returns the line of the log for the facts. */
async function logged(facts: object): Promise<string> {
  const program = `
    import { createLog } from ${JSON.stringify(`file://${fromRoot('src', 'log.ts')}`)}
    createLog('info').info(${JSON.stringify(facts)}, 'a line')`
  const words = [...typescript, '--input-type=module', '--eval', program]
  return (await run(process.execPath, words, { cwd: fromRoot() })).stdout
}

test('secrets, sign-in codes and addresses are left out of the log', async () => {
  const secret = { authorization: 'S-1', cookie: 'S-2', token: 'S-3', key: 'S-4', email: 'S-5@example.com' }
  const postgres = { detail: 'Key (email)=(S-6)', where: 'S-7', internalQuery: 'S-8' }
  const line = await logged({ facts: { ...secret, code: '123456' }, err: postgres })
  assert.match(line, /"msg":"a line"/)
  assert.doesNotMatch(line, /S-\d|123456/)
})

test('the code of a failure stays in the log', async () => {
  for (const code of ['ECONNREFUSED', 'ERR_STREAM_PREMATURE_CLOSE', '23505', 'not_found'])
    assert.ok((await logged({ err: { code } })).includes(`"code":"${code}"`), code)
})
