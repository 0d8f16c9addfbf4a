// How many sign-in codes may be asked for: each limit holds to its number, and strangers keep nobody out.
import assert from 'node:assert/strict'
import { freshAddress } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { newVisitor, type Visitor } from '../support/visitor.ts'
import { onBothStores } from '../support/world.ts'

const HOUR = 3_600_000
const limited = { RECTO_RATE_LIMITS: 'on', RECTO_TRUST_PROXY: '1' }

let count = 0

/** A browser in a network of its own, or in a given one. */
function browserIn(network = `198.18.${Math.floor(++count / 250)}.${count % 250}`): Visitor {
  return newVisitor(undefined, { 'x-forwarded-for': network })
}

const ask = async ({ url }: Running, browser: Visitor, email: string): Promise<number> =>
  (await browser.post(`${url}/auth/code`, { email })).status

async function asksFor(service: Running, times: number, browser: Visitor, email: string): Promise<number[]> {
  const answers: number[] = []
  for (let n = 0; n < times; n++) answers.push(await ask(service, browser, email))
  return answers
}

const all = (times: number): number[] => Array<number>(times).fill(202)

/** Signs in with a code, and ends the session. */
async function signInOnce(service: Running, browser: Visitor, email: string): Promise<void> {
  assert.equal(await ask(service, browser, email), 202)
  const code = await service.mail.code(email)
  const { at } = await browser.post(`${service.url}/auth/code/verify`, { email, code, next: '/app/account' })
  assert.equal(at, `${service.url}/app/account`)
  await browser.post(`${service.url}/auth/sign-out`, {})
}

onBothStores(
  'a network gets five codes an hour and ten a day for one address, and leaves others theirs',
  async service => {
    const email = freshAddress()
    const [first, second, third] = [browserIn(), browserIn(), browserIn()]
    assert.deepEqual(await asksFor(service, 6, first, email), [...all(5), 429])
    assert.deepEqual(await asksFor(service, 6, second, email), [...all(5), 429])
    assert.equal(await ask(service, third, email), 429, 'ten an hour for the address')
    service.advance(HOUR)
    assert.deepEqual(await asksFor(service, 6, first, email), [...all(5), 429])
    service.advance(HOUR)
    assert.equal(await ask(service, first, email), 429, 'ten a day for the network')
    assert.deepEqual(await asksFor(service, 6, third, email), [...all(5), 429])
    service.advance(HOUR)
    assert.equal(await ask(service, second, email), 429, 'twenty a day for the address')
    service.advance(22 * HOUR)
    assert.equal(await ask(service, browserIn(), email), 202)
  },
  limited,
)

onBothStores(
  'a network gets twenty codes an hour for all addresses together',
  async service => {
    const network = '198.18.255.1'
    for (let n = 0; n < 20; n++) assert.equal(await ask(service, browserIn(network), freshAddress()), 202)
    assert.equal(await ask(service, browserIn(network), freshAddress()), 429)
    assert.equal(await ask(service, browserIn(), freshAddress()), 202)
    service.advance(HOUR)
    assert.equal(await ask(service, browserIn(network), freshAddress()), 202)
  },
  limited,
)

onBothStores(
  'a browser gets ten codes an hour for all addresses together, from wherever it asks',
  async service => {
    const { origin } = new URL(service.url)
    const browser = browserIn()
    const elsewhere = (): Visitor => {
      const same = browserIn()
      same.cookies.set(origin, browser.cookies.get(origin)!)
      return same
    }
    assert.equal(await ask(service, browser, freshAddress()), 202)
    for (let n = 1; n < 10; n++) assert.equal(await ask(service, elsewhere(), freshAddress()), 202)
    assert.equal(await ask(service, elsewhere(), freshAddress()), 429)
    assert.equal(await ask(service, browserIn(), freshAddress()), 202)
  },
  limited,
)

onBothStores(
  'a browser that signed in with the address before has five codes an hour and ten a day of its own',
  async service => {
    const email = freshAddress()
    const known = browserIn('198.18.254.1')
    await signInOnce(service, known, email)
    const strangers = [browserIn('198.18.254.1'), browserIn()]
    service.advance(HOUR)
    for (const stranger of strangers) await asksFor(service, 5, stranger, email)
    for (let n = 0; n < 20; n++) await ask(service, browserIn('198.18.254.1'), freshAddress())
    assert.equal(await ask(service, browserIn(), email), 429)
    assert.deepEqual(await asksFor(service, 6, known, email), [...all(5), 429])
    service.advance(HOUR)
    assert.deepEqual(await asksFor(service, 6, known, email), [...all(5), 429])
    service.advance(HOUR)
    assert.equal(await ask(service, known, email), 429)
    service.advance(23 * HOUR)
    await service.mail.wait(email, 21)
    await signInOnce(service, known, email)
  },
  limited,
)

onBothStores(
  'what makes a browser known cannot be made up, changed, or taken over for another address',
  async service => {
    const { origin } = new URL(service.url)
    const [email, other] = [freshAddress(), freshAddress()]
    const [known, ofOther] = [browserIn(), browserIn()]
    await signInOnce(service, known, email)
    await signInOnce(service, ofOther, other)
    for (const stranger of [browserIn(), browserIn()]) await asksFor(service, 5, stranger, email)
    const knownPair = (browser: Visitor): [string, string] =>
      [...browser.cookies.get(origin)!].find(([name]) => name.startsWith('known-'))!
    const [name, value] = knownPair(known)
    const [id, signature] = value.split('.') as [string, string]
    const forged = [
      knownPair(ofOther)[1],
      id,
      `${id}.`,
      `.${signature}`,
      `${id}x.${signature}`,
      `${id}.${signature.slice(0, -1)}`,
      `${id}.${'0'.repeat(64)}`,
    ]
    for (const cookie of forged) {
      const browser = browserIn()
      browser.cookies.set(origin, new Map([[name, cookie]]))
      assert.equal(await ask(service, browser, email), 429, cookie)
    }
    assert.equal(await ask(service, known, email), 202)
  },
  limited,
)

onBothStores(
  'the mail of the last code says that it is, until when, and who still gets some',
  async service => {
    const email = freshAddress()
    const stranger = browserIn()
    await asksFor(service, 5, stranger, email)
    const ofNetwork = await service.mail.wait(email, 5)
    for (const { text } of ofNetwork.slice(0, 4)) assert.doesNotMatch(text, /last one/)
    const until = new Date(service.context.clock() + HOUR).toISOString().slice(0, 10)
    const last = new RegExp(`the last one for now for the network[\\s\\S]*after ${until} \\d\\d:\\d\\d UTC`)
    assert.match(ofNetwork[4]!.text, last)
    assert.match(ofNetwork[4]!.text, /in which you signed in before still gets codes/)
    await asksFor(service, 5, browserIn(), email)
    const ofAddress = (await service.mail.wait(email, 10))[9]!
    assert.match(ofAddress.text, /many were asked for with your address/)
    for (const { text } of [...ofNetwork, ofAddress]) assert.equal(text.match(/\d{6,}/g)?.length, 1)
  },
  limited,
)
