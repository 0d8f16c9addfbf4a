// The guide's files for containers: their steps are run here without a container, and what they say fits the program.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '../../src/settings.ts'
import { freePort } from '../support/free-port.ts'
import { fromRoot } from '../support/project-root.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

const deploy = (name: string) => readFile(fromRoot('docs', 'guides', 'deploy', name), 'utf8')

interface Step {
  word: string
  rest: string
}

const stepsOf = (text: string): Step[] =>
  text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => ({ word: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) }))

const one = (steps: Step[], word: string): string => steps.find(step => step.word === word)!.rest

/** Nobody, where this process may become somebody else. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** The folder of this run's files is closed to others. */
const openToAll = unprivileged.uid ? '/var/tmp' : tmpdir()

test('the steps of the Containerfile install the packed program, which runs for an unprivileged user and is healthy', async t => {
  const steps = stepsOf(await deploy('Containerfile'))
  const second = steps.findLastIndex(({ word }) => word === 'FROM')
  const [building, running] = [steps.slice(0, second), steps.slice(second)]
  const folder = await mkdtemp(join(openToAll, 'recto-container-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const work = join(folder, one(building, 'WORKDIR'))
  await mkdir(work, { recursive: true })
  await run('npm', ['pack', '--pack-destination', work], { cwd: fromRoot(), maxBuffer: 1 << 26 })
  await run('sh', ['-c', one(building, 'RUN')], { cwd: work, maxBuffer: 1 << 26 })

  const env = Object.fromEntries(
    one(running, 'ENV')
      .split(' ')
      .map(pair => pair.split('=') as [string, string]),
  )
  const data = join(folder, env.RECTO_DATA!)
  await mkdir(data, { mode: 0o700 })
  if (unprivileged.uid) await chown(data, unprivileged.uid, unprivileged.gid)
  // This checkout, and the Node that it carries, may be closed to others as well.
  const node = join(folder, 'node')
  await copyFile(process.execPath, node)
  const port = String(await freePort())
  const settings = { ...env, RECTO_DATA: data, RECTO_HOST: '127.0.0.1', PORT: port }
  const options = {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, HOME: data, ...settings },
    ...unprivileged,
  }
  const [, script] = JSON.parse(one(running, 'ENTRYPOINT')) as string[]
  const words = [join(folder, script!), ...(JSON.parse(one(running, 'CMD')) as string[])]
  const child = spawn(node, words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const health = one(running, 'HEALTHCHECK')
  const [, ...asking] = JSON.parse(health.slice(health.indexOf('CMD ') + 4)) as string[]
  const isHealthy = () =>
    run(node, asking, options).then(
      () => true,
      () => false,
    )
  await until('the server listens', () => {
    assert.equal(child.exitCode, null, said)
    return said.includes('Recto listens on')
  })
  assert.equal(await isHealthy(), true)
  assert.equal(running.find(({ word }) => word === 'USER')?.rest, 'node')
  assert.deepEqual(JSON.parse(one(running, 'VOLUME')), [env.RECTO_DATA])
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], said)
  assert.equal(await isHealthy(), false)
})

test('the settings in compose.yaml are taken, and its services wait for what they need', async () => {
  const { services } = parse(await deploy('compose.yaml')) as {
    services: Record<string, { environment?: Record<string, string>; depends_on?: Record<string, unknown> }>
  }
  const filled = Object.fromEntries(
    Object.entries(services.recto!.environment!).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+(:\?[^}]*)?\}/g, 'a'.repeat(64)),
    ]),
  )
  const read = readSettings(filled)
  assert.ok(!('mistakes' in read), JSON.stringify(read))
  for (const name of Object.keys(services.recto!.depends_on!)) assert.ok(services[name], name)
})

interface Deployment {
  kind: string
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        containers: {
          env: { name: string; value: string }[]
          ports: { name: string; containerPort: number }[]
          readinessProbe: { httpGet: { path: string } }
          livenessProbe: { httpGet: { path: string } }
        }[]
      }
    }
  }
}

test('the example for Kubernetes gives settings that are taken, the right probes, and time to drain', async () => {
  const documents = parseAllDocuments(await deploy('kubernetes.yaml')).map(document => {
    assert.deepEqual(document.errors, [])
    return document.toJS() as Deployment
  })
  const { spec } = documents.find(({ kind }) => kind === 'Deployment')!.spec.template
  const [container] = spec.containers
  const secret = { RECTO_SECRET: 'a'.repeat(64), DATABASE_URL: 'postgres://a:b@c/d', SMTP_URL: 'smtp://mail' }
  const given = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]))
  const read = readSettings({ ...secret, ...given })
  assert.ok(!('mistakes' in read), JSON.stringify(read))
  assert.ok(spec.terminationGracePeriodSeconds >= read.settings.RECTO_DRAIN + 30)
  assert.equal(read.settings.PORT, container!.ports.find(({ name }) => name === 'http')!.containerPort)
  assert.deepEqual(
    [container!.readinessProbe.httpGet.path, container!.livenessProbe.httpGet.path],
    ['/readyz', '/healthz'],
  )
})
