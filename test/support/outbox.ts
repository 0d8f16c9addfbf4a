// Reads the mail that the service wrote as files.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { extendTimeout } from './patience.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  /** The headers that stop mails of the kind (RFC 2369, RFC 8058); null where there are none. */
  stop: { url: string; how: string } | null
}

export interface Outbox {
  /** Every letter to the address so far, oldest first. */
  to(address: string): Promise<Letter[]>
  /** So many letters to the address at least; waits for them. Their codes count as read. */
  wait(address: string, count: number): Promise<Letter[]>
  /** The code in the newest letter to the address that no earlier call answered; waits for it. */
  code(address: string): Promise<string>
}

const patience = extendTimeout(20_000)

/** `deliver` sends what is due at once, as is done twice a second anyway. */
export function openOutbox(folder: string, deliver: () => Promise<unknown>): Outbox {
  const read = new Set<string>()
  const lettersOf = async (address: string): Promise<Letter[]> => {
    await deliver()
    return lettersTo(folder, address)
  }
  const codesIn = (letters: Letter[]): string[] =>
    letters.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).filter(code => code !== undefined)
  return {
    to: lettersOf,
    async wait(address, count) {
      const end = performance.now() + patience
      for (;;) {
        const letters = await lettersOf(address)
        if (letters.length >= count) {
          for (const code of codesIn(letters)) read.add(`${address} ${code}`)
          return letters
        }
        if (performance.now() > end) throw new Error(`${letters.length} letters to ${address}, not ${count}`)
        await sleep(20)
      }
    },
    async code(address) {
      const end = performance.now() + patience
      while (performance.now() < end) {
        const fresh = codesIn(await lettersOf(address)).findLast(code => !read.has(`${address} ${code}`))
        if (fresh) {
          read.add(`${address} ${fresh}`)
          return fresh
        }
        await sleep(20)
      }
      throw new Error(`no code for ${address} within ${patience} ms`)
    },
  }
}

async function lettersTo(folder: string, address: string): Promise<Letter[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
  const letters = await Promise.all(names.map(name => read(join(folder, name))))
  return letters.filter(letter => letter.to === address)
}

const known = new Map<string, Promise<Letter>>()

/** A letter that was written does not change any more. */
function read(path: string): Promise<Letter> {
  const letter = known.get(path) ?? readFile(path).then(letterOf)
  known.set(path, letter)
  return letter
}

async function letterOf(bytes: Buffer): Promise<Letter> {
  const { headers, to, subject, text } = await PostalMime.parse(bytes)
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  const url = /<(.+)>/.exec(header('list-unsubscribe') ?? '')?.[1]
  const how = header('list-unsubscribe-post') ?? ''
  return {
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    text: text ?? '',
    stop: url ? { url, how } : null,
  }
}
