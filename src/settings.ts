// The settings: one table of name, default and meaning, from which help, validation and reference come.
import { backupRecipient, backupSchedule } from './domain/backup-schedule.ts'
import { contentUrlMistake } from './domain/content-url.ts'
import { isLoopbackAddress } from './domain/network.ts'
import { type PlanName, planNames } from './domain/plan.ts'
import type { ProviderName } from './domain/sign-in.ts'
import {
  collector,
  dnsServers,
  email,
  integer,
  Mistake,
  oneOf,
  originOf,
  quoteUnlessSecret,
  scheme,
  sender,
  share,
} from './setting-values.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Setting<T> {
  /** Shown in help; the value itself may depend on other settings. */
  fallback: string
  meaning: string
  read(text: string | undefined, env: Env): T
}

const table = {
  RECTO_URL: {
    fallback: 'http://localhost:4400',
    meaning: 'Public address of app, API and MCP; no trailing slash, no path',
    read: (text, env) => originOf(text ?? `http://localhost:${env.PORT ?? 4400}`),
  },
  RECTO_CONTENT_URL: {
    fallback: 'http://{label}.localhost:{port} on localhost, else the host of RECTO_URL',
    meaning:
      'Origin template of the frame that shows pages, for example https://{label}.recto-content.example',
    read: (text, env) => contentTemplate(text, env),
  },
  RECTO_HOST: {
    fallback: '127.0.0.1',
    meaning: 'Address to listen on',
    read: text => text ?? '127.0.0.1',
  },
  PORT: {
    fallback: '4400',
    meaning: 'Port to listen on',
    read: text => integer(text ?? '4400', 0, 65_535),
  },
  RECTO_DATA: {
    fallback: './data',
    meaning: 'Folder of the embedded store, the generated secret, cache and outbox',
    read: text => text ?? './data',
  },
  DATABASE_URL: {
    fallback: 'sqlite:{RECTO_DATA}/recto.db',
    meaning: 'Where records are kept: sqlite:… or postgres://…',
    read: (text, env) =>
      scheme(
        text ?? `sqlite:${env.RECTO_DATA ?? './data'}/recto.db`,
        /^(sqlite:(?!:memory:).|postgres(ql)?:\/\/)/,
        'sqlite:data/recto.db or postgres://user:password@host/database',
      ),
  },
  BLOBS_URL: {
    fallback: 'file:{RECTO_DATA}/blobs',
    meaning:
      'Where files are kept: file:… or s3://bucket?endpoint=…&region=… (keys from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)',
    read: (text, env) =>
      scheme(
        text ?? `file:${env.RECTO_DATA ?? './data'}/blobs`,
        /^(file:.|s3:\/\/.)/,
        'file:data/blobs or s3://bucket?endpoint=…&region=…',
      ),
  },
  RECTO_RESERVE: {
    fallback: '64',
    meaning:
      'Megabytes of the disks under an embedded store that files leave free, so that deleting, signing in and comments go on',
    read: text => integer(text ?? '64', 0, 1_048_576),
  },
  RECTO_SECRET: {
    fallback: 'generated once into {RECTO_DATA}/secret',
    meaning: 'Keys content labels, codes, preview tokens, sign-in state and cursors; required with Postgres',
    read: (text, env) => secret(text, env),
  },
  RECTO_SECRET_PREVIOUS: {
    fallback: 'none',
    meaning: 'Another secret whose signatures count too, while RECTO_SECRET is changed from node to node',
    read: (text, env) => previousSecret(text, env),
  },
  SMTP_URL: {
    fallback: 'none',
    meaning: 'Mail server; without it mail is written as .eml files into {RECTO_DATA}/outbox',
    read: (text, env) => mailServer(text, env),
  },
  MAIL_FROM: {
    fallback: 'Recto <recto@localhost>',
    meaning: 'Sender of mail',
    read: text => sender(text ?? 'Recto <recto@localhost>'),
  },
  RECTO_MAIL: {
    fallback: 'none',
    meaning: 'outbox allows mail as files also where RECTO_URL is not loopback',
    read: text => oneOf(text ?? 'smtp', ['smtp', 'outbox']),
  },
  RECTO_OWNER_EMAIL: {
    fallback: 'none',
    meaning: "This address becomes Owner of the operator's organization at its first sign-in",
    read: text => (text === undefined ? null : email(text)),
  },
  RECTO_SIGN_UP: {
    fallback: 'open',
    meaning: 'invited: only members, invitations, verified domains and guests get an account',
    read: text => oneOf(text ?? 'open', ['open', 'invited']),
  },
  RECTO_DEFAULT_PLAN: {
    fallback: 'free',
    meaning: "Plan of every organization made by sign-up; the operator's own is enterprise",
    read: text => oneOf<PlanName>(text ?? 'free', planNames),
  },
  RECTO_PUBLIC_PREVIEWS: {
    fallback: 'on',
    meaning: 'Anonymous publishing on or off',
    read: text => oneOf(text ?? 'on', ['on', 'off']) === 'on',
  },
  GOOGLE_CLIENT_ID: {
    fallback: 'none',
    meaning: 'Sign-in with Google on Pro and Enterprise: the client that Google knows this server as',
    read: (text, env) => together(text, env, 'GOOGLE_CLIENT_SECRET'),
  },
  GOOGLE_CLIENT_SECRET: {
    fallback: 'none',
    meaning: 'The secret of that client',
    read: (text, env) => together(text, env, 'GOOGLE_CLIENT_ID'),
  },
  GOOGLE_ISSUER: {
    fallback: 'https://accounts.google.com',
    meaning: 'Issuer of OpenID Connect; http only on loopback',
    read: text => issuer(text ?? 'https://accounts.google.com'),
  },
  MICROSOFT_CLIENT_ID: {
    fallback: 'none',
    meaning:
      'Sign-in with Microsoft on Pro and Enterprise: the client that Microsoft knows this server as; its ID tokens need the optional claims email and xms_edov',
    read: (text, env) => together(text, env, 'MICROSOFT_CLIENT_SECRET'),
  },
  MICROSOFT_CLIENT_SECRET: {
    fallback: 'none',
    meaning: 'The secret of that client',
    read: (text, env) => together(text, env, 'MICROSOFT_CLIENT_ID'),
  },
  MICROSOFT_ISSUER: {
    fallback: 'https://login.microsoftonline.com/common/v2.0',
    meaning: 'Issuer of OpenID Connect; the address of one tenant admits that tenant alone',
    read: text => issuer(text ?? 'https://login.microsoftonline.com/common/v2.0'),
  },
  RECTO_CIMD: {
    fallback: 'auto',
    meaning:
      'Apps that name themselves by the address of a document: on, off, or auto, which offers it until two documents in a row could not be fetched, then not for an hour',
    read: text => oneOf(text ?? 'auto', ['auto', 'on', 'off']),
  },
  RECTO_CI_ISSUERS: {
    fallback: 'https://token.actions.githubusercontent.com,https://gitlab.com',
    meaning:
      'OpenID issuers whose build tokens are exchanged for keys, as their tokens name them, separated by commas; off for none',
    read: text => issuers(text ?? 'https://token.actions.githubusercontent.com,https://gitlab.com'),
  },
  RECTO_DNS: {
    fallback: "the system's",
    meaning:
      'DNS servers asked for domains that are verified, and for addresses that apps, sign-in providers and issuers of build tokens name: address:port, separated by commas',
    read: text => dnsServers(text),
  },
  RECTO_TRUST_PROXY: {
    fallback: '0',
    meaning: 'Number of proxies whose X-Forwarded-* is believed',
    read: text => integer(text ?? '0', 0, 10),
  },
  RECTO_WORKERS: {
    fallback: '1',
    meaning: 'Server processes that share the port and the stores; each serves on one core',
    read: text => integer(text ?? '1', 1, 64),
  },
  RECTO_DRAIN: {
    fallback: '0',
    meaning:
      'Seconds to go on accepting after SIGTERM, with readyz 503, so that a proxy sends new requests elsewhere',
    read: text => integer(text ?? '0', 0, 600),
  },
  RECTO_METRICS: {
    fallback: 'off',
    meaning: "host:port where Prometheus reads /metrics, for example 127.0.0.1:9464; never the app's port",
    read: (text, env) => metricsAddress(text ?? 'off', env),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: 'none',
    meaning:
      'Where an OpenTelemetry collector takes traces by OTLP over HTTP, for example http://127.0.0.1:4318',
    read: text => (text === undefined ? null : collector(text)),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    meaning: 'Share of the requests that are traced, from 0 to 1, where a trusted proxy has not decided',
    read: text => share(text ?? '1'),
  },
  RECTO_BACKUP: {
    fallback: 'none',
    meaning:
      'Where backups go, a folder or s3://bucket/path?endpoint=…&region=…, and how often: /srv/backup every 6h; without an interval every 24h',
    read: text => (text === undefined ? null : backupSchedule(text)),
  },
  RECTO_BACKUP_RECIPIENT: {
    fallback: 'none',
    meaning: 'The age public key, age1…, that backups are encrypted for; they hold RECTO_SECRET then',
    read: text => (text === undefined ? null : backupRecipient(text)),
  },
  RECTO_RATE_LIMITS: {
    fallback: 'on',
    meaning:
      'off only where RECTO_URL is loopback. On: 600 reads and 120 writes a minute per credential, fewer for anonymous callers',
    read: (text, env) => rateLimits(text, env),
  },
  LOG_LEVEL: {
    fallback: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent; JSON lines on stdout',
    read: text => oneOf(text ?? 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof table
export type Settings = { [Name in SettingName]: ReturnType<(typeof table)[Name]['read']> }

/** Name, default and meaning of every setting, for help and the reference page. */
export const settingsTable: Readonly<Record<string, Pick<Setting<unknown>, 'fallback' | 'meaning'>>> = table

/** Names in the environment that the command line reads besides the settings. */
const ofCommands = [
  'RECTO_API_KEY',
  'RECTO_SECOND_KEY',
  'RECTO_ACTOR_TYPE',
  'RECTO_ACTOR_NAME',
  'RECTO_PAGER',
  'RECTO_PROFILE',
  'RECTO_CONFIG_DIR',
]

/** Names in the environment that begin like ours and mean nothing: most likely a setting that was misspelt. */
export const strangeNames = (env: Env): string[] =>
  Object.keys(env).filter(
    name => name.startsWith('RECTO_') && !Object.hasOwn(table, name) && !ofCommands.includes(name),
  )

/** Reads the environment; an empty value counts as absent. Gives all mistakes at once. */
export function readSettings(env: Env): { settings: Settings } | { mistakes: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(table)) {
    try {
      values[name] = setting.read(given[name], given)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      mistakes.push(`${name}: ${error.message}`)
    }
  }
  return mistakes.length > 0 ? { mistakes } : { settings: values as Settings }
}

export interface ProviderSettings {
  clientId: string
  clientSecret: string
  issuer: string
}

/** The client of a sign-in provider; null if none is set up. */
export function providerSettings(settings: Settings, name: ProviderName): ProviderSettings | null {
  const prefix = name === 'google' ? 'GOOGLE' : 'MICROSOFT'
  const [clientId, clientSecret] = [settings[`${prefix}_CLIENT_ID`], settings[`${prefix}_CLIENT_SECRET`]]
  return clientId && clientSecret ? { clientId, clientSecret, issuer: settings[`${prefix}_ISSUER`] } : null
}

/** Loopback is where a developer sits: there, and only there, safety nets may be taken down. */
const isLoopback = (env: Env): boolean => isLoopbackHost(URL.parse(env.RECTO_URL ?? 'http://localhost'))

const isLoopbackHost = (url: URL | null): boolean => url !== null && isLoopbackAddress(url)

function secret(text: string | undefined, env: Env): string | null {
  if (text !== undefined && text.length < 32) throw new Mistake('must have at least 32 characters')
  if (text === undefined && env.DATABASE_URL?.startsWith('postgres')) {
    throw new Mistake(
      'is required with Postgres, the same on every process; make one with: openssl rand -base64 32',
    )
  }
  return text ?? null
}

function previousSecret(text: string | undefined, env: Env): string | null {
  if (text === undefined) return null
  if (text.length < 32) throw new Mistake('must have at least 32 characters')
  if (env.RECTO_SECRET === undefined) throw new Mistake('goes together with RECTO_SECRET')
  if (text === env.RECTO_SECRET) throw new Mistake('must differ from RECTO_SECRET')
  return text
}

function mailServer(text: string | undefined, env: Env): string | null {
  if (text !== undefined) return scheme(text, /^smtps?:\/\/./, 'smtp://user:password@host:port')
  if (isLoopback(env) || env.RECTO_MAIL === 'outbox') return null
  throw new Mistake(
    'is needed where RECTO_URL is not loopback; RECTO_MAIL=outbox writes mail as files instead',
  )
}

/** A client is its name and its secret: one without the other is a mistake. */
function together(text: string | undefined, env: Env, other: string): string | null {
  if ((text === undefined) !== (env[other] === undefined)) throw new Mistake(`goes together with ${other}`)
  return text ?? null
}

/** OpenID Connect Discovery 1.0 section 3: https, without query and fragment. */
function issuer(text: string): string {
  const url = URL.parse(text)
  const allowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url))
  if (url && allowed && !/[?#]/.test(text) && url.username === '') return text
  throw new Mistake(
    `${quoteUnlessSecret(text)} must be an https address without query and fragment; http only on loopback`,
  )
}

const issuers = (text: string): string[] =>
  text === 'off' ? [] : [...new Set(text.split(',').map(each => issuer(each.trim())))]

function rateLimits(text: string | undefined, env: Env): boolean {
  const on = oneOf(text ?? 'on', ['on', 'off']) === 'on'
  if (on || isLoopback(env)) return on
  throw new Mistake('off is refused unless RECTO_URL is loopback')
}

function contentTemplate(text: string | undefined, env: Env): string | undefined {
  const mistake = text === undefined ? null : contentUrlMistake(env.RECTO_URL ?? 'http://localhost', text)
  if (mistake) throw new Mistake(mistake)
  return text
}

function metricsAddress(text: string, env: Env): { host: string; port: number } | null {
  if (text === 'off') return null
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^:\s]+):(\d{1,5})$/i.exec(text) ?? []
  if (host === '' || Number(port) > 65_535)
    throw new Mistake(`"${text}" must be off or look like 127.0.0.1:9464`)
  if (Number(port) !== 0 && Number(port) === Number(env.PORT ?? 4400))
    throw new Mistake('must be another port than PORT')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
