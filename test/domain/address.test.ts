// Email addresses in their canonical form: one for each mailbox, and none that passes for another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifiedAddress } from '../../src/auth/provider-address.ts'
import { address } from '../../src/domain/audience.ts'

test('case, blanks around it, composed letters and the writing of the domain do not matter', () => {
  const alike: [written: string, canonical: string][] = [
    [' Ana@Example.COM ', 'ana@example.com'],
    ['ana+tag@example.com', 'ana+tag@example.com'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['rene\u0301@example.com', 'ren\u00e9@example.com'],
    ['REN\u00c9@example.com', 'ren\u00e9@example.com'],
    ['ana@B\u00dcCHER.example', 'ana@xn--bcher-kva.example'],
    ['ana@bu\u0308cher.example', 'ana@xn--bcher-kva.example'],
    ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
    ['a.n.a@gmail.com', 'a.n.a@gmail.com'],
  ]
  for (const [written, canonical] of alike) {
    assert.equal(address(written), canonical)
    assert.equal(address(canonical), canonical)
  }
})

test('what looks like a plain address and is none stays another one', () => {
  for (const other of ['\u0430na@example.com', 'ana@ex\u0430mple.com', 'an\u0251@example.com'])
    assert.notEqual(address(other), 'ana@example.com')
})

const malformed = (text: string) =>
  assert.throws(() => address(text), { code: 'malformed_address' }, JSON.stringify(text))

test('what no font shows is refused', () => {
  const unseen = [
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2060',
    '\u2800',
    '\u3164',
    '\ufe0f',
  ]
  for (const mark of [...unseen, '\ufeff', '\uffa0', '\u{e0041}', '\0', '\x7f'])
    for (const text of [`an${mark}a@example.com`, `ana@exa${mark}mple.com`]) malformed(text)
})

test('letters that would turn into plain ones are refused, so that nobody becomes somebody else', () => {
  for (const text of [
    '\u212aate@example.com',
    'ana@\u212a.example',
    'T\u0130m@example.com',
    'a\u037eb@example.com',
  ])
    malformed(text)
})

test('lines, lists, names and quotes that would change a mail are refused', () => {
  const bad = [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\nX: y',
    'a@b.example,c@d.example',
    'A <a@b.example>',
  ]
  const odd = [
    '"a b"@b.example',
    'a@b@c.example',
    'a@[127.0.0.1]',
    'a@127.1',
    'a@0x7f000001',
    'a@b..example',
    'a@-b.example',
  ]
  for (const text of [...bad, ...odd, 'a\u2028b@c.example', '', '@', `${'a'.repeat(250)}@b.example`])
    malformed(text)
})

test('a provider vouches for plain addresses alone', () => {
  const claims = { iss: 'https://id.example', aud: 'x', sub: 's', exp: 1, iat: 1, email_verified: true }
  assert.equal(verifiedAddress('google', { ...claims, email: 'Ana@Example.com' }), 'ana@example.com')
  for (const email of [
    'ren\u00e9@example.com',
    'ana@\uff45xample.com',
    '\u212aate@example.com',
    'a@b.example\n',
  ])
    assert.equal(verifiedAddress('google', { ...claims, email }), null)
})
