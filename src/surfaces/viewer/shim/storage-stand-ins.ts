// Stand-ins for what a page without an origin lacks: storage and cookies live in memory, the rest is absent, so that it does not fail.

import { deleteProperty } from './natives.ts'

/** Defines the stand-ins on this window; they last until the page is closed or shown anew. */
export function installStandIns(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, enumerable: true, value: memoryStorage() })
  installCookies()
  for (const name of ['caches', 'indexedDB', 'cookieStore']) deleteProperty(window, name)
  deleteProperty(Navigator.prototype, 'serviceWorker')
}

/** Items are its own properties, whatever their names; what it can do comes before them, as in a browser. */
function memoryStorage(): Storage {
  const keys = () => Object.keys(items)
  const methods = {
    getItem: (key: unknown) => (Object.hasOwn(items, key as string) ? items[key as string] : null),
    setItem: (key: unknown, value: unknown) => void put(items, key as string, { value }),
    removeItem: (key: unknown) => void deleteProperty(items, key as string),
    clear: () => keys().forEach(methods.removeItem),
    key: (index: unknown) => keys()[index as number] ?? null,
    get length() {
      return keys().length
    },
  }
  const items = Object.create(Object.create(Storage.prototype, Object.getOwnPropertyDescriptors(methods)))
  return new Proxy(items, {
    get: (_, key) => Reflect.get(Object.hasOwn(methods, key) ? methods : items, key),
    defineProperty: put,
  })
}

const put = (items: object, key: string | symbol, { value }: PropertyDescriptor): boolean =>
  Reflect.defineProperty(items, key, {
    value: String(value),
    configurable: true,
    enumerable: true,
    writable: true,
  })

/** The text of each cookie by its name, and when it ends, in milliseconds since 1970: `NaN` where it never does. */
type Jar = Map<string, [text: string, until: number]>

function installCookies(): void {
  const jar: Jar = new Map()
  Object.defineProperty(Document.prototype, 'cookie', {
    configurable: true,
    get: () => [...jar.values()].flatMap(([text, until]) => (until <= Date.now() ? [] : text)).join('; '),
    set: (text: unknown) => keepCookie(jar, String(text)),
  })
}

/** The last of two attributes wins, `max-age` wins over `expires`, and one that is no number or time of day counts for nothing (RFC 6265, section 5). */
function keepCookie(jar: Jar, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split(';')
  const [name, value] = halves(pair.includes('=') ? pair : `=${pair}`)
  const lasts = Object.fromEntries(attributes.map(each => halves(each.toLowerCase())))
  const until =
    Date.now() + Number(lasts['max-age']) * 1000 ||
    Date.parse(lasts.expires?.includes(':') ? lasts.expires : '')
  const text = (name && `${name}=`) + value
  if (text) jar.set(name, [text, until])
}

/** The text before the first `=`, and after it. */
function halves(text: string): [string, string] {
  const [before = '', ...after] = text.split('=')
  return [before.trim(), after.join('=').trim()]
}
