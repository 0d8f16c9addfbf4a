// Which addresses a token of Google proves: those of its own mail and of its customers' domains, and no look-alikes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IDToken } from 'openid-client'
import { verifiedAddress } from '../../src/auth/provider-address.ts'

const ofGoogle = (claims: object): string | null =>
  verifiedAddress('google', {
    iss: 'https://accounts.google.com',
    sub: '1',
    aud: 'recto',
    iat: 0,
    exp: 1,
    email_verified: true,
    ...claims,
  } as IDToken)

test('Google proves addresses of its own mail, and with hd those of a domain', () => {
  for (const email of ['x@gmail.com', 'X@GMAIL.COM', 'x@googlemail.com'])
    assert.equal(ofGoogle({ email }), email.toLowerCase())
  assert.equal(ofGoogle({ email: 'x@acme.example', hd: 'acme.example' }), 'x@acme.example')
})

test('Google proves no address that only looks like one of its mail', () => {
  for (const domain of [
    'evilgmail.com',
    'evil-googlemail.com',
    'gmail.com.evil.example',
    'mail.gmail.com',
    'gmailxcom.example',
  ])
    assert.equal(ofGoogle({ email: `x@${domain}` }), null, domain)
  assert.equal(ofGoogle({ email: 'x@acme.example', hd: '' }), null)
  assert.equal(ofGoogle({ email: 'x@gmail.com', email_verified: false }), null)
})
