// The look at the TXT records of a domain, with a name server that says nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTxtResolver } from '../../src/auth/dns.ts'
import { startDns } from '../support/dns.ts'

test('a name server that never answers is given up after a second try, and the next question is asked anew', async t => {
  const dns = await startDns()
  t.after(() => dns.stop())
  const ask = createTxtResolver([dns.address])
  dns.lead('acme.example', 'silent')
  assert.equal(await ask('acme.example'), null)
  assert.ok(dns.asked('acme.example') > 1, 'it was asked again')
  dns.set('other.example', ['here'])
  assert.deepEqual(await ask('other.example'), ['here'])
})
