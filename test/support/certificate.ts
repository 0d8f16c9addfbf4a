// A certificate for this machine that nobody trusts but the test that made it.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBinary } from './binary.ts'
import { isSkip, type Skip } from './skip.ts'

export interface Certificate {
  /** Paths of the certificate and its key. */
  certificate: string
  key: string
  /** The certificate itself, which clients are told to trust. */
  text: string
  remove(): Promise<void>
}

/** For `localhost`. */
export async function makeCertificate(): Promise<Certificate | Skip> {
  const openssl = await ensureBinary(['openssl'], 'openssl')
  if (isSkip(openssl)) return openssl
  const home = await mkdtemp(join(tmpdir(), 'recto-certificate-'))
  const [certificate, key] = [join(home, 'certificate.pem'), join(home, 'key.pem')]
  const kind = [
    'req',
    '-x509',
    '-nodes',
    '-days',
    '2',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const words = [...kind, ...name, '-out', certificate, '-keyout', key]
  await promisify(execFile)(openssl.path, words, { env: { ...process.env, ...openssl.env } })
  const text = await readFile(certificate, 'utf8')
  return { certificate, key, text, remove: () => rm(home, { recursive: true, force: true }) }
}
