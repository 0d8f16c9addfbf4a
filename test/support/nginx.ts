// A real nginx with one worker: the peer of the read benchmark, and the proxy before two nodes.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBinary } from './binary.ts'
import { freePort } from './free-port.ts'
import { leash } from './leash.ts'
import { isSkip, type Skip } from './skip.ts'

const run = promisify(execFile)

export interface Nginx {
  url: string
  stop(): Promise<void>
}

/** Serve the files of a folder, pass every request on to servers at `host:port` in turn, or do what a server block says. */
export type Serving =
  | { folder: string; port?: number }
  | { upstreams: string[] }
  | { port: number; server: string }

export async function startNginx(serving: Serving): Promise<Nginx | Skip> {
  const nginx = await ensureBinary(['nginx'], 'nginx-light')
  if (isSkip(nginx)) return nginx
  const home = await mkdtemp(join(tmpdir(), 'recto-nginx-'))
  const port = ('port' in serving && serving.port) || (await freePort())
  const configuration = join(home, 'nginx.conf')
  await writeFile(configuration, configure(home, port, serving))
  const words = ['-p', home, '-c', configuration, '-e', join(home, 'error.log')]
  const watch = leash('kill -QUIT "$(cat "$1/nginx.pid")"; sleep 0.2; rm -rf "$1"', [home])
  try {
    await run(nginx.path, words, { env: { ...process.env, ...nginx.env } })
  } catch (error) {
    await watch.release()
    return { skip: `nginx does not start: ${(error as Error).message}` }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await watch.release()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

function configure(home: string, port: number, serving: Serving): string {
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${home}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000000;
  client_max_body_size 0;
  types { text/html html; text/plain txt; }
  ${temporary.map(name => `${name}_temp_path ${home}/${name};`).join('\n  ')}
  ${serverBlock(port, serving)}
}
`
}

function serverBlock(port: number, serving: Serving): string {
  if ('server' in serving) return serving.server
  return 'folder' in serving ? files(port, serving.folder) : proxy(port, serving.upstreams)
}

const files = (port: number, folder: string) => `server { listen 127.0.0.1:${port}; root ${folder}; }`

const proxy = (port: number, upstreams: string[]) => `upstream nodes {
    ${upstreams.map(server => `server ${server};`).join('\n    ')}
    keepalive 128;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }`
