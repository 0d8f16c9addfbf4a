// Sign-ins kept on this machine: one file for all servers and profiles, readable by its owner alone, never half written.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { configFolder, writePrivately } from '../config-folder.ts'
import { Failure } from '../failure.ts'
import type { Io } from '../io.ts'

export interface AccessToken {
  value: string
  /** When it ends by the clock of this machine, in milliseconds. */
  endsAt: number
}

export interface SignIn {
  server: string
  profile: string
  refreshToken: string
  /** By the resource they are for. */
  accessTokens: Readonly<Record<string, AccessToken>>
  scope: string
  /** Who signed in, for people. */
  person: string
}

type Env = Io['env']

export const signInsPath = (env: Env): string => join(configFolder(env), 'credentials.json')

/** The sign-in at a server; null where there is none. */
export function findSignIn(env: Env, server: string, profile: string): SignIn | null {
  return read(signInsPath(env)).find(each => isOf(each, { server, profile })) ?? null
}

/** Keeps a sign-in in place of the one before. Whoever may run beside others holds the lock of the file. */
export function saveSignIn(env: Env, signIn: SignIn): void {
  write(env, [signIn, ...others(env, signIn)])
}

export function removeSignIn(env: Env, signIn: Pick<SignIn, 'server' | 'profile'>): void {
  write(env, others(env, signIn))
}

type Named = Pick<SignIn, 'server' | 'profile'>

const isOf = (a: Named, b: Named): boolean => a.server === b.server && a.profile === b.profile

const others = (env: Env, signIn: Named): SignIn[] =>
  read(signInsPath(env)).filter(each => !isOf(each, signIn))

const write = (env: Env, signIns: readonly SignIn[]): void =>
  writePrivately(signInsPath(env), `${JSON.stringify({ signIns }, null, 2)}\n`)

function read(path: string): SignIn[] {
  const text = textOf(path)
  if (text === null) return []
  try {
    const { signIns } = JSON.parse(text)
    if (Array.isArray(signIns) && signIns.every(isSignIn)) return signIns
  } catch {}
  throw unusable(`${path} is not what recto wrote there. Remove it and sign in again: recto login`)
}

/** The text; null where there is no file. A file that others can read or wrote is not trusted. */
function textOf(path: string): string | null {
  try {
    const { mode, uid } = statSync(path)
    const me = process.getuid?.()
    if (me !== undefined && uid !== me)
      throw unusable(`${path} belongs to somebody else. Remove it and sign in again: recto login`)
    if (me !== undefined && (mode & 0o077) !== 0)
      throw unusable(
        `${path} can be read by others. Run: chmod 600 ${path}. If others may have read it, sign out and in again.`,
      )
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Failure) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(`${path} cannot be read: ${(error as Error).message}`)
  }
}

const unusable = (detail: string): Failure => new Failure(3, { code: 'credentials_unusable', detail })

function isSignIn(value: unknown): value is SignIn {
  const row = (value ?? {}) as Record<string, unknown>
  return (
    ['server', 'profile', 'refreshToken', 'scope', 'person'].every(name => typeof row[name] === 'string') &&
    typeof row.accessTokens === 'object' &&
    Object.values(row.accessTokens ?? {}).every(
      token => typeof token?.value === 'string' && typeof token.endsAt === 'number',
    )
  )
}
