// A hostile tenant as a process of its own: `hostile.program.ts URL DATA MIX`. It sends a message once its load runs, and goes on until it is ended.
import { hostilePages, shuffledLines } from './hostile.ts'
import { formOf, publish, senderOf, signUp } from './tenants.ts'

const [url, data, mix] = process.argv.slice(2) as [string, string, string]

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** Repeats each piece of work without a pause, all of them at once. */
function repeat(work: readonly (() => Promise<Response>)[]): void {
  for (const each of work)
    void (async () => {
      for (;;)
        await each()
          .then(answer => answer.arrayBuffer())
          .catch(() => undefined)
    })()
}

const openAll = (shortIds: readonly string[]): void =>
  repeat(shortIds.map(shortId => () => senderOf(url)(`/${shortId}/content?as=page`)))

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
  repeat(numbers(20).map(() => () => send('/v1/artifacts', { method: 'POST', body: body() })))
}

async function mergeAndCompare(): Promise<void> {
  const send = await signUp(url, data)
  const [base, next, mine] = [shuffledLines(1), shuffledLines(2), shuffledLines(3)]
  const at = `/v1/artifacts/${await publish(send, base)}`
  const headers = { 'If-Match': '"v1"' }
  await send(at, { method: 'PUT', headers, body: formOf(next) })
  const merge = () => send(`${at}?merge=true`, { method: 'PUT', headers, body: formOf(mine) })
  const diff = () => send(`${at}/diff?from=1&to=2`)
  repeat([merge, merge, merge, diff, diff, diff])
}

const loads: Record<string, () => Promise<void>> = {
  'merges and diffs': mergeAndCompare,
  'twenty publishes at once': publishTwentyAtOnce,
  'anonymous previews': openPreviews,
}

const page = hostilePages[mix]
await (page ? openPages(page) : loads[mix]!())
process.send?.('ready')
