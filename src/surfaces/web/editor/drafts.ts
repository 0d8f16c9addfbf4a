// Drafts in this browser: what somebody wrote and has not saved, by reader, page and sitting.

import type { Waiting } from './in-place.ts'

export interface Draft {
  /** Names it among all drafts. */
  key: string
  /** Number of the version edited from. */
  base: number
  /** The file's whole text, as it would be saved. */
  text: string
  note: string
  /** Words written in the page that the server has not put into the text yet. */
  waiting?: Waiting
  /** When it was kept, in milliseconds. */
  at: number
}

interface Kept extends Draft {
  page: string
}

export interface Drafts {
  /** The name of a draft that is begun now: no other tab and no other sitting writes over it. */
  newKey(): string
  keep(draft: Draft): Promise<void>
  list(): Promise<Draft[]>
  remove(key: string): Promise<void>
}

/** Milliseconds after which a draft that nobody came back to is dropped. */
const LONGEST = 60 * 86_400_000

/** The drafts of one reader and page. Where the browser keeps nothing, every call rejects. */
export function draftsOf(reader: string, shortId: string): Drafts {
  const page = `${reader} ${shortId}`
  return {
    newKey: () => `${page} ${Date.now()} ${Math.random()}`,
    keep: async draft => {
      await run('readwrite', drafts => drafts.put({ ...draft, page } satisfies Kept))
    },
    remove: async key => {
      await run('readwrite', drafts => drafts.delete(key))
    },
    list: async () => {
      const found = (await run('readonly', drafts => drafts.index('page').getAll(page))) as Kept[]
      const old = found.filter(({ at }) => at < Date.now() - LONGEST)
      await Promise.all(old.map(({ key }) => run('readwrite', drafts => drafts.delete(key))))
      return found.filter(draft => !old.includes(draft)).sort((a, b) => b.at - a.at)
    },
  }
}

/** Asked for in one turn of the loop, so that what is kept while the page is left gets there. */
async function run<T>(mode: IDBTransactionMode, ask: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction('drafts', mode)
  const answer = ask(transaction.objectStore('drafts'))
  transaction.commit()
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  return answer.result
}

let connection: Promise<IDBDatabase> | undefined

/** The connection of this page. One that failed, or that the browser closed, is opened again. */
function database(): Promise<IDBDatabase> {
  connection ??= opened().then(database => {
    database.onversionchange = () => {
      database.close()
      forget()
    }
    database.onclose = forget
    return database
  })
  connection.catch(forget)
  return connection
}

function forget(): void {
  connection = undefined
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('recto-editor', 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore('drafts', { keyPath: 'key' }).createIndex('page', 'page')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('another tab holds the drafts'))
  })
}
