// The keychain of the system: of macOS, of Windows, or the Secret Service of a desktop on Linux. The library that reaches it is optional.
import { createRequire } from 'node:module'

export interface Keychain {
  /** Returns the secret; null where nothing is kept by this name. */
  read(name: string): Promise<string | null>
  write(name: string, secret: string): Promise<void>
  remove(name: string): Promise<void>
}

type Env = Readonly<Record<string, string | undefined>>
type Library = typeof import('@napi-rs/keyring')

const SERVICE = 'recto'

/** Milliseconds in which a person can unlock a keychain that asks for a password. */
const PATIENCE = 60_000

/** Returns the keychain; null without the library or its code for this machine, in a build, and on Linux without a desktop's session. */
export function systemKeychain(env: Env): Keychain | null {
  if (env.CI || !hasSession(env)) return null
  const library = loaded()
  if (!library) return null
  // Linux's other store, the kernel's, forgets at the next start.
  const options = { linux: { store: 'secret-service' as const } }
  const entry = (name: string) => new library.AsyncEntry(SERVICE, name, options)
  return {
    read: name => answered(() => entry(name).getPassword()),
    write: (name, secret) => answered(() => entry(name).setPassword(secret)),
    remove: async name => {
      await answered(() => entry(name).deleteCredential())
    },
  }
}

const hasSession = (env: Env): boolean =>
  process.platform !== 'linux' || Boolean(env.DBUS_SESSION_BUS_ADDRESS)

function loaded(): Library | null {
  try {
    return createRequire(import.meta.url)('@napi-rs/keyring')
  } catch {
    return null
  }
}

let unanswered = 0

/** Tells whether a keychain still asks a person. Its call cannot be taken back and would keep the process running. */
export const isKeychainWaiting = (): boolean => unanswered > 0

async function answered<T>(call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the keychain does not answer')), PATIENCE)
  })
  unanswered++
  const answer = call().finally(() => unanswered--)
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
    answer.catch(() => undefined)
  }
}
