// Codes of browsers: each is bound to the browser that asked, and nobody else's request spoils it.
import assert from 'node:assert/strict'
import { freshAddress } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { ask, post, verify, wrong } from '../support/sign-in.ts'
import { newVisitor, type Visitor } from '../support/visitor.ts'
import { onBothStores } from '../support/world.ts'

/** Asks for a code in the browser and reads it. */
async function asked({ url, mail }: Running, browser: Visitor, email: string): Promise<string> {
  const answer = await browser.post(`${url}/auth/code`, { email })
  assert.equal(answer.status, 202)
  return mail.code(email)
}

/** Tells whether the browser is signed in by the code. */
async function isIn({ url }: Running, browser: Visitor, email: string, code: string): Promise<boolean> {
  const answer = await browser.post(`${url}/auth/code/verify`, { email, code, next: '/app/account' })
  return answer.status === 200 && answer.at === `${url}/app/account`
}

onBothStores('a code of a browser works in that browser alone', async service => {
  const [own, other] = [newVisitor(), newVisitor()]
  const email = freshAddress()
  const code = await asked(service, own, email)
  await asked(service, other, freshAddress())
  assert.equal(await isIn(service, other, email, code), false)
  assert.equal((await verify(service, email, code)).status, 422)
  assert.equal(await isIn(service, own, email, code), true)
})

onBothStores('what strangers ask for and guess at leaves the code in flight as it is', async service => {
  const own = newVisitor()
  const email = freshAddress()
  const code = await asked(service, own, email)
  const strangers = [newVisitor(), newVisitor()]
  for (const stranger of strangers) {
    const theirs = await asked(service, stranger, email)
    for (let n = 0; n < 6; n++) assert.equal(await isIn(service, stranger, email, wrong(theirs)), false)
  }
  const anywhere = await ask(service, email)
  for (let n = 0; n < 6; n++) assert.equal((await verify(service, email, wrong(anywhere))).status, 422)
  assert.equal(await isIn(service, own, email, code), true)
})

onBothStores('asked again by the same browser, the newest code counts', async service => {
  const own = newVisitor()
  const email = freshAddress()
  const first = await asked(service, own, email)
  const second = await asked(service, own, email)
  if (first !== second) assert.equal(await isIn(service, own, email, first), false)
  assert.equal(await isIn(service, own, email, second), true)
})

onBothStores(
  'however many browsers ask and guess at once, an address gets five codes an hour with five tries each',
  async service => {
    const email = freshAddress()
    service.advance(3_600_000 - (service.context.clock() % 3_600_000))
    const browsers = Array.from({ length: 8 }, () => newVisitor())
    const answers = await Promise.all(
      browsers.map(browser => browser.post(`${service.url}/auth/code`, { email })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 202, 202, 202, 202, 429, 429, 429])
    assert.equal((await post(service, '/auth/code', { email })).status, 429)
    const codes = new Set((await service.mail.wait(email, 5)).map(({ text }) => /^\d{6}$/m.exec(text)![0]))
    const guess = [...Array(50).keys()].map(n => String(n).padStart(6, '0')).find(code => !codes.has(code))!
    await Promise.all(
      browsers.flatMap(browser => Array.from({ length: 6 }, () => isIn(service, browser, email, guess))),
    )
    for (const browser of browsers)
      for (const code of codes) assert.equal(await isIn(service, browser, email, code), false)
  },
  { RECTO_RATE_LIMITS: 'on' },
)
