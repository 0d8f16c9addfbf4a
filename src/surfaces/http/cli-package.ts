// `GET /cli.tgz`: the command line as an npm package that knows this server, so that `npx {RECTO_URL}/cli.tgz` runs it.
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import { packagePath } from '../../program-files.ts'
import { report } from './caller.ts'
import { encodeProblem } from './encode.ts'
import type { Early } from './http-exchange.ts'
import { type PublicFile, publicFile, sendPublicFile } from './public-file.ts'
import type { Site } from './site.ts'

const PATH = '/cli.tgz'

/** Answers with the package of what the build made. It is packed once, beside the event loop, when first asked for. */
export function cliPackage(site: Site): Early {
  let packed: Promise<PublicFile> | undefined
  const packedOnce = () => {
    packed ??= pack(site.context.url)
    packed.catch(() => {
      packed = undefined
    })
    return packed
  }
  return exchange => {
    const { method, url = '' } = exchange.request
    if (url.split('?')[0] !== PATH || (method !== 'GET' && method !== 'HEAD')) return false
    packedOnce().then(
      file => sendPublicFile(site, exchange, file),
      error => report(site, exchange, encodeProblem(error, exchange, site.headers, site.context.url), error),
    )
    return true
  }
}

async function pack(url: string): Promise<PublicFile> {
  const paths = (await readdir(packagePath('dist/cli'))).sort().map(name => `dist/cli/${name}`)
  const files = await Promise.all(paths.map(async path => entryOf(path, await readFile(packagePath(path)))))
  const archive = await packTar([entryOf('package.json', Buffer.from(await packageJson(url))), ...files])
  return publicFile('application/gzip', await promisify(gzip)(archive, { level: 9 }))
}

/** npm gives every file of its packages this time; with it the same files are the same bytes. */
const mtime = new Date('1985-10-26T08:15:00Z')

const entryOf = (path: string, body: Uint8Array): TarEntry => ({
  header: {
    name: `package/${path}`,
    size: body.length,
    mtime,
    mode: path === 'dist/cli/recto.js' ? 0o755 : 0o644,
  },
  body,
})

/** The command line needs no packages. `recto.url` is the server that it works with where nobody names another. */
async function packageJson(url: string): Promise<string> {
  const { name, version, description, license, bin, man } = JSON.parse(
    await readFile(packagePath('package.json'), 'utf8'),
  )
  const described = {
    name,
    version,
    description,
    license,
    bin,
    man,
    engines: { node: '>=20' },
    recto: { url },
  }
  return `${JSON.stringify(described, null, 2)}\n`
}
