// Which addresses a token of a provider proves: of Google those of its own mail and of its customers' domains; of nobody look-alikes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IDToken } from 'openid-client'
import { verifiedAddress } from '../../src/auth/provider-address.ts'
import { addressOrNull } from '../../src/domain/audience.ts'

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

/** With the claim by which a tenant of Microsoft verified the domain. */
const ofMicrosoft = (claims: object): string | null =>
  verifiedAddress('microsoft', {
    iss: '',
    sub: '1',
    aud: 'recto',
    iat: 0,
    exp: 1,
    xms_edov: true,
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

test('no provider proves an address in letters that look like others, though such an address may take a code', () => {
  for (const email of ['\u0430nna@gmail.com', 'ann\uFF41@gmail.com', 'ren\u00E9@gmail.com']) {
    assert.equal(addressOrNull(email), email)
    assert.equal(ofGoogle({ email, hd: 'gmail.com' }), null, `${email} of Google`)
    assert.equal(ofMicrosoft({ email }), null, `${email} of Microsoft`)
  }
  assert.equal(ofMicrosoft({ email: 'anna@acme.example' }), 'anna@acme.example')
})
