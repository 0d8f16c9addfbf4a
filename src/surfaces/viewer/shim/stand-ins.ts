// What a page without an origin cannot have (storage, cookies) replaced by copies in memory, so that it does not stumble.

/** Defines the stand-ins on this window; they last until the page is closed or shown anew. */
export function installStandIns(): void {
  define(window, 'localStorage', memoryStorage())
  define(window, 'sessionStorage', memoryStorage())
  installCookies()
}

const define = (on: object, name: string, value: unknown) =>
  Object.defineProperty(on, name, { configurable: true, enumerable: true, get: () => value })

function methodsOver(items: Map<string, string>) {
  return {
    getItem: (key: unknown) => items.get(String(key)) ?? null,
    setItem: (key: unknown, value: unknown) => void items.set(String(key), String(value)),
    removeItem: (key: unknown) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index: unknown) => [...items.keys()][Number(index)] ?? null,
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  const methods: Record<string, unknown> = methodsOver(items)
  const target = Object.create(Storage.prototype)
  const own = (key: string | symbol): key is string =>
    typeof key === 'string' && !(key in methods) && items.has(key)
  return new Proxy(target, {
    get: (_, key) => {
      if (key === 'length') return items.size
      if (typeof key === 'string' && key in methods) return methods[key]
      return own(key) ? items.get(key) : Reflect.get(target, key, target)
    },
    set: (_, key, value) => {
      items.set(String(key), String(value))
      return true
    },
    has: (_, key) => own(key) || key in target,
    deleteProperty: (_, key) => {
      items.delete(String(key))
      return true
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      own(key) ? { value: items.get(key), configurable: true, enumerable: true, writable: true } : undefined,
    defineProperty: (_, key, { value }) => {
      items.set(String(key), String(value))
      return true
    },
  })
}

function installCookies(): void {
  const jar = new Map<string, { value: string; until: number }>()
  const alive = () => [...jar].filter(([, { until }]) => until > Date.now())
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
  const [pair = '', ...attributes] = text.split(';')
  const equals = pair.indexOf('=')
  const name = equals < 0 ? '' : pair.slice(0, equals).trim()
  const value = pair.slice(equals + 1).trim()
  if (name || value) jar.set(name, { value, until: lastsUntil(attributes) })
}

/** The moment a cookie ends, in milliseconds; `max-age` wins over `expires`. */
function lastsUntil(attributes: string[]): number {
  const value = (wanted: string) =>
    attributes.find(item => item.trim().toLowerCase().startsWith(`${wanted}=`))?.split('=')[1]
  const age = value('max-age')
  if (age !== undefined && Number.isFinite(Number(age))) return Date.now() + Number(age) * 1000
  const expires = Date.parse(value('expires') ?? '')
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires
}

/** No policy header covers peer connections; a page without network should not find them either. */
export function removePeerConnections(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
    Reflect.deleteProperty(window, name)
}
