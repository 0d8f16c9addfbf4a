// Sign-ins kept on this machine: one file for all servers and profiles, readable by its owner alone, never half written. Where the
// system has a keychain, the secrets lie there and the file names them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { randomName } from '../../client/random.ts'
import { configFolder, writePrivately } from '../config-folder.ts'
import { Failure } from '../failure.ts'
import type { Io } from '../io.ts'
import { readText } from '../read-text.ts'

export interface AccessToken {
  value: string
  /** End of the token by the clock of this machine, in milliseconds. */
  endsAt: number
}

/** The facts that the file always holds. */
export interface KnownSignIn {
  server: string
  profile: string
  scope: string
  /** The person who signed in, in words for people. */
  person: string
}

interface Secrets {
  refreshToken: string
  /** Access tokens by the resource that they are for. */
  accessTokens: Readonly<Record<string, AccessToken>>
}

export type SignIn = KnownSignIn & Secrets

/** The keychain of the system holds the secrets, by this name. */
type InKeychain = KnownSignIn & { keychain: string }

type Row = SignIn | InKeychain

type Env = Io['env']
type Keeper = Pick<Io, 'env' | 'keychain'>
type Named = Pick<SignIn, 'server' | 'profile'>

export const signInsPath = (env: Env): string => join(configFolder(env), 'credentials.json')

/** Returns the sign-in at a server without its secrets; null where nobody signed in. */
export const knownSignIn = (env: Env, named: Named): KnownSignIn | null => rowOf(env, named)

/** Names the place where the secrets of a sign-in lie, for people. */
export function placeOfSignIn(env: Env, named: Named): string {
  const row = rowOf(env, named)
  return row && isInKeychain(row) ? 'the keychain of this system' : signInsPath(env)
}

/** Returns the sign-in at a server; null where there is none. */
export async function findSignIn(io: Keeper, named: Named): Promise<SignIn | null> {
  const row = rowOf(io.env, named)
  if (!row || !isInKeychain(row)) return row
  const secrets = await secretsOf(io, row)
  return secrets && { ...row, ...secrets }
}

/** Keeps a sign-in in place of the one before: in the keychain if it is wanted and answers, else in the file. Whoever may run beside others holds the lock of the file. */
export async function saveSignIn(io: Keeper, signIn: SignIn, storage: 'keychain' | 'file'): Promise<void> {
  const before = rowOf(io.env, signIn)
  const row = (storage === 'keychain' && (await inKeychain(io, signIn, before))) || signIn
  write(io.env, [row, ...others(io.env, signIn)])
  if (before && isInKeychain(before) && !isInKeychain(row)) await forget(io, before)
}

/** Keeps new tokens of a sign-in where the old ones were. */
export function updateSignIn(io: Keeper, signIn: SignIn): Promise<void> {
  const row = rowOf(io.env, signIn)
  return saveSignIn(io, signIn, row && isInKeychain(row) ? 'keychain' : 'file')
}

export async function removeSignIn(io: Keeper, named: Named): Promise<void> {
  const row = rowOf(io.env, named)
  write(io.env, others(io.env, named))
  if (row && isInKeychain(row)) await forget(io, row)
}

/** Returns the row of a sign-in whose secrets the keychain took; null where it did not. */
async function inKeychain(io: Keeper, signIn: SignIn, before: Row | null): Promise<InKeychain | null> {
  const { server, profile, scope, person, refreshToken, accessTokens } = signIn
  const keychain = before && isInKeychain(before) ? before.keychain : `${server} ${profile} ${randomName()}`
  try {
    const system = io.keychain()
    if (!system) return null
    await system.write(keychain, JSON.stringify({ refreshToken, accessTokens }))
    return { server, profile, scope, person, keychain }
  } catch {
    return null
  }
}

/** Returns the secrets of a sign-in; null where the keychain holds them no more. */
async function secretsOf(io: Keeper, row: InKeychain): Promise<Secrets | null> {
  const text = await readKeychain(io, row)
  if (text === null) return null
  try {
    const secrets = JSON.parse(text)
    if (areSecrets(secrets)) return secrets
  } catch {}
  throw unusable(
    `What the keychain holds for ${row.server} is not what recto wrote there. Sign in again: recto login`,
  )
}

async function readKeychain(io: Keeper, row: InKeychain): Promise<string | null> {
  try {
    const system = io.keychain()
    if (system) return await system.read(row.keychain)
  } catch {}
  throw unusable(
    `The sign-in at ${row.server} is kept in the keychain of this system, which does not answer here. Unlock it, or sign in again and keep it in a file: recto login --insecure-storage`,
  )
}

/** Secrets that the file names no more are of no use: a keychain that does not answer keeps them in vain. */
async function forget(io: Keeper, row: InKeychain): Promise<void> {
  try {
    await io.keychain()?.remove(row.keychain)
  } catch {}
}

const isInKeychain = (row: Row): row is InKeychain => 'keychain' in row

const isOf = (a: Named, b: Named): boolean => a.server === b.server && a.profile === b.profile

const rowOf = (env: Env, named: Named): Row | null =>
  read(signInsPath(env)).find(each => isOf(each, named)) ?? null

const others = (env: Env, named: Named): Row[] => read(signInsPath(env)).filter(each => !isOf(each, named))

const write = (env: Env, signIns: readonly Row[]): void =>
  writePrivately(signInsPath(env), `${JSON.stringify({ signIns }, null, 2)}\n`)

function read(path: string): Row[] {
  const text = textOf(path)
  if (text === null) return []
  try {
    const { signIns } = JSON.parse(text)
    if (Array.isArray(signIns) && signIns.every(isRow)) return signIns
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
    return readText(path)
  } catch (error) {
    if (error instanceof Failure) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(`${path} cannot be read: ${(error as Error).message}`)
  }
}

const unusable = (detail: string): Failure => new Failure(3, { code: 'credentials_unusable', detail })

function isRow(value: unknown): value is Row {
  const row = (value ?? {}) as Record<string, unknown>
  return (
    ['server', 'profile', 'scope', 'person'].every(name => typeof row[name] === 'string') &&
    (typeof row.keychain === 'string' || areSecrets(row))
  )
}

function areSecrets(value: unknown): value is Secrets {
  const { refreshToken, accessTokens } = (value ?? {}) as Record<string, unknown>
  return (
    typeof refreshToken === 'string' &&
    typeof accessTokens === 'object' &&
    accessTokens !== null &&
    Object.values(accessTokens).every(
      token => typeof token?.value === 'string' && typeof token.endsAt === 'number',
    )
  )
}
