// Secrets that are read again, such as those of authenticators and webhooks: each opens for its owner and its purpose alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decrypt, encrypt } from '../../src/crypto.ts'

const keyring = { secret: 'a secret of the installation', previousSecret: null }

test('an encrypted secret that is copied to another row is worth nothing', () => {
  const kept = encrypt(keyring, 'authenticator', 'ana', 'the secret')
  assert.equal(decrypt(keyring, 'authenticator', 'ana', kept), 'the secret')
  assert.throws(() => decrypt(keyring, 'authenticator', 'ben', kept))
  assert.throws(() => decrypt(keyring, 'webhook', 'ana', kept))
})
