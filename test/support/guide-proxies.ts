// The proxies of the operator's guide, started from its files as they stand; only hosts, ports and certificates are this machine's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBinary } from './binary.ts'
import { makeCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'
import { leash } from './leash.ts'
import { startNginx } from './nginx.ts'
import { fromRoot } from './project-root.ts'
import { isSkip, type Skip } from './skip.ts'
import { until } from './until.ts'

export interface GuideProxy {
  name: 'nginx' | 'Caddy'
  /** The value for RECTO_URL: `https://localhost:{port}`. */
  url: string
  /** The certificate that its clients have to trust. */
  trusted: string
  stop(): Promise<void>
}

/** Starts a proxy of the guide before nodes on these ports, of which there are three as in the guide. */
export type StartProxy = (ports: readonly number[]) => Promise<GuideProxy | Skip>

/** A file of the guide with this machine's words in place of the guide's, each of which must be there. */
export async function guideFile(name: string, places: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(fromRoot('docs', 'guides', 'deploy', name), 'utf8')
  for (const [theirs, ours] of Object.entries(places)) {
    if (!text.includes(theirs)) throw new Error(`${name} does not say ${theirs}`)
    text = text.replaceAll(theirs, ours)
  }
  return text
}

/** Three nodes on this machine in place of the guide's. */
export const nodesOf = (ports: readonly number[]): Record<string, string> =>
  Object.fromEntries(ports.map((port, n) => [`127.0.0.1:${4400 + n}`, `127.0.0.1:${port}`]))

export const startGuideNginx: StartProxy = async ports => {
  const certificate = await makeCertificate()
  if (isSkip(certificate)) return certificate
  const port = await freePort()
  const server = await guideFile('nginx.conf', {
    ...nodesOf(ports),
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'docs.example.com;': 'localhost;',
    '/etc/ssl/docs.example.com.pem': certificate.certificate,
    '/etc/ssl/docs.example.com.key': certificate.key,
  })
  const nginx = await startNginx({ port, server })
  if (isSkip(nginx)) return nginx
  return {
    name: 'nginx',
    url: `https://localhost:${port}`,
    trusted: certificate.text,
    async stop() {
      await nginx.stop()
      await certificate.remove()
    },
  }
}

export const startGuideCaddy: StartProxy = async ports => {
  const program = await ensureBinary(['caddy'], 'caddy')
  if (isSkip(program)) return program
  const home = await mkdtemp(join(tmpdir(), 'recto-caddy-'))
  const port = await freePort()
  const site = await guideFile('Caddyfile', {
    ...nodesOf(ports),
    'docs.example.com {': `localhost:${port} {`,
  })
  // These options keep Caddy out of the home of its user, and off the ports that Caddy takes beside.
  const own = `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${home}/storage
}
`
  const path = join(home, 'Caddyfile')
  await writeFile(path, own + site)
  const env = { ...process.env, ...program.env, HOME: home }
  const child = spawn(program.path, ['run', '--config', path], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const watch = leash('kill "$1" 2>/dev/null', [`${child.pid}`])
  const root = join(home, 'storage', 'pki', 'authorities', 'local', 'root.crt')
  const leaf = join(home, 'storage', 'certificates', 'local', 'localhost', 'localhost.crt')
  await until('Caddy has its certificate', () => existsSync(root) && existsSync(leaf))
  return {
    name: 'Caddy',
    url: `https://localhost:${port}`,
    trusted: await readFile(root, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await watch.release()
      await rm(home, { recursive: true, force: true })
    },
  }
}
