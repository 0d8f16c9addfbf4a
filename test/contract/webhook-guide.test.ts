// The receivers of the webhooks guide, run as they stand: they take what the service signs, once, and refuse what it does not.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { outbound } from '../../src/outbound.ts'
import { freePort } from '../support/free-port.ts'
import { leash } from '../support/leash.ts'
import { fromRoot } from '../support/project-root.ts'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'

const languages = { js: [process.execPath, 'mjs'], python: ['python3', 'py'] } as const

interface Receiver {
  url: string
  /** Returns the lines that it printed, one for each event. */
  said(): string[]
}

/** The program of the guide in that language, started in a folder from which it finds its library. */
async function startReceiver(
  t: TestContext,
  language: keyof typeof languages,
  secret: string,
  port: number,
): Promise<Receiver> {
  const guide = await readFile(fromRoot('docs', 'guides', 'webhooks.md'), 'utf8')
  const program = new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(guide)![1]!
  const [command, ending] = languages[language]
  const folder = await mkdtemp(join(fromRoot('node_modules'), '.recto-guide-'))
  const file = join(folder, `receiver.${ending}`)
  await writeFile(file, program)
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: `${port}` }
  const child = spawn(command, [file], { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] })
  const watch = leash('kill -KILL "$1" 2>/dev/null; rm -rf "$2"', [`${child.pid}`, folder])
  t.after(async () => {
    child.kill('SIGKILL')
    await watch.release()
    await rm(folder, { recursive: true, force: true })
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await until('it listens', () =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status === 401,
      () => false,
    ),
  )
  return { url, said: () => text.split('\n').filter(Boolean) }
}

for (const language of Object.keys(languages) as (keyof typeof languages)[])
  test(`the receiver of the guide in ${language} takes each message once, and nothing that the secret did not sign`, async t => {
    const port = await freePort()
    const service = await startService({
      reach: (address, sent, limits) => {
        const trusted = `http://127.0.0.1:${port}`
        return outbound(address.replace('https://hooks.example.com', trusted), sent, { ...limits, trusted })
      },
    })
    if (isSkip(service)) return t.skip(service.skip)
    t.after(() => service.stop())
    const { owner } = await service.organization()
    const headers = { Authorization: `Bearer ${owner.key}` }
    const made = await fetch(`${service.url}/v1/webhooks`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://hooks.example.com/recto' }),
    })
    const { secret } = (await made.json()) as { secret: string }
    const receiver = await startReceiver(t, language, secret, port)
    const form = new FormData()
    form.set('visibility', 'company')
    form.set('file', new File(['<p>Heard'], 'page.html'))
    const published = await fetch(`${service.url}/v1/artifacts`, { method: 'POST', headers, body: form })
    const { shortId } = (await published.json()) as { shortId: string }
    const heard = () => receiver.said().filter(line => line === `artifact.published ${shortId}`)
    await until('the receiver heard of the page', () => heard().length > 0)

    const body = JSON.stringify({ type: 'forged' })
    const send = async (by: string, sentAt: Date, id = 'msg_1') =>
      (
        await fetch(receiver.url, {
          method: 'POST',
          headers: {
            'webhook-id': id,
            'webhook-timestamp': `${Math.floor(sentAt.getTime() / 1000)}`,
            'webhook-signature': new Webhook(by).sign(id, sentAt, body),
          },
          body,
        })
      ).status
    const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    assert.equal(await send(other, new Date()), 401)
    assert.equal(await send(secret, new Date(Date.now() - 600_000)), 401)
    assert.deepEqual([await send(secret, new Date()), await send(secret, new Date())], [204, 204])
    await until('the signed one is heard', () => receiver.said().some(line => line.startsWith('forged')))
    assert.equal(receiver.said().filter(line => line.startsWith('forged')).length, 1)
    assert.equal(heard().length, 1)
  })
