// What a page without an origin cannot have: storage and cookies live in memory, the rest is absent, so that it does not stumble.

import { deleteProperty } from './natives.ts'

/** Defines the stand-ins on this window; they last until the page is closed or shown anew. */
export function installStandIns(): void {
  define(window, 'localStorage', memoryStorage())
  define(window, 'sessionStorage', memoryStorage())
  installCookies()
  for (const name of ['caches', 'indexedDB', 'cookieStore']) deleteProperty(window, name)
  deleteProperty(Navigator.prototype, 'serviceWorker')
}

const define = (on: object, name: string, value: unknown) =>
  Object.defineProperty(on, name, { value, configurable: true, enumerable: true })

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

function installCookies(): void {
  const jar = new Map<string, { value: string; until: number }>()
  const alive = () => [...jar].filter(([, { until }]) => !(until <= Date.now()))
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () =>
      alive()
        .map(([name, { value }]) => (name ? `${name}=${value}` : value))
        .join('; '),
    set: (text: unknown) => keepCookie(jar, String(text)),
  })
}

function keepCookie(jar: Map<string, { value: string; until: number }>, text: string): void {
  const [pair = '', ...attributes] = text.split(';').map(part => part.trim())
  const equals = pair.indexOf('=')
  const name = pair.slice(0, Math.max(0, equals)).trim()
  const value = pair.slice(equals + 1).trim()
  if (name || value) jar.set(name, { value, until: lastsUntil(attributes) })
}

/** The moment a cookie ends, in milliseconds, or no number where it lasts; `max-age` wins over `expires`. */
function lastsUntil(attributes: string[]): number {
  const value = (wanted: string) =>
    attributes.find(item => item.toLowerCase().startsWith(wanted))?.slice(wanted.length)
  return Date.now() + Number.parseFloat(value('max-age=')!) * 1000 || Date.parse(value('expires=')!)
}
