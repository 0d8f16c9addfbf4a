// A hostile tenant as a process of its own: `hostile.program.ts URL DATA MIX`. It sends a message once its load runs, and goes on until it is ended.
import { hostilePages, shuffledLines } from './hostile.ts'
import { formOf, publish, senderOf, signUp } from './tenants.ts'

const [url, data, mix] = process.argv.slice(2) as [string, string, string]

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

const sleep = (time: number): Promise<void> => new Promise(resolve => setTimeout(resolve, time))

/** Milliseconds between two requests of one caller, by the limits of the product: 600 reads and 120 writes a minute. */
const READ = 100
const WRITE = 500

/** Repeats each piece of work, all of them at once, together as often as the limits of one caller let them. */
function repeat(work: readonly (() => Promise<Response>)[], pace: number): void {
  for (const each of work) repeatOne(each, pace * work.length)
}

function repeatOne(work: () => Promise<Response>, pace: number): void {
  const answered = work().then(answer => answer.arrayBuffer())
  Promise.allSettled([answered, sleep(pace)])
    .then(() => repeatOne(work, pace))
    .catch(() => process.exit(1))
}

const openAll = (shortIds: readonly string[]): void =>
  repeat(
    shortIds.map(shortId => () => senderOf(url)(`/${shortId}/content?as=page`)),
    READ,
  )

async function openPages(page: (n: number) => string): Promise<void> {
  const send = await signUp(url, data)
  openAll(await Promise.all(numbers(6).map(n => publish(send, page(n)))))
}

async function openPreviews(): Promise<void> {
  const kinds = Object.values(hostilePages)
  const texts = numbers(10).map(n => kinds[n % kinds.length]!(n))
  openAll(await Promise.all(texts.map(text => publish(senderOf(url), text, '/v1/public/artifacts'))))
}

async function publishTwentyAtOnce(): Promise<void> {
  const send = await signUp(url, data)
  const body = () => formOf(hostilePages['headings of 16,000 spaces']!(0), { visibility: 'public' })
  const work = () => send('/v1/artifacts', { method: 'POST', body: body() })
  repeat(Array(20).fill(work), WRITE)
}

async function mergeAndCompare(): Promise<void> {
  const send = await signUp(url, data)
  const [base, next, mine] = [shuffledLines(1), shuffledLines(2), shuffledLines(3)]
  const at = `/v1/artifacts/${await publish(send, base)}`
  const headers = { 'If-Match': '"v1"' }
  await send(at, { method: 'PUT', headers, body: formOf(next) })
  const merge = () => send(`${at}?merge=true`, { method: 'PUT', headers, body: formOf(mine) })
  const diff = () => send(`${at}/diff?from=1&to=2`)
  repeat([merge, merge, merge], WRITE)
  repeat([diff, diff, diff], READ)
}

const loads: Record<string, () => Promise<void>> = {
  'merges and diffs': mergeAndCompare,
  'twenty publishes at once': publishTwentyAtOnce,
  'anonymous previews': openPreviews,
}

const page = hostilePages[mix]
await (page ? openPages(page) : loads[mix]!())
process.send?.('ready')
