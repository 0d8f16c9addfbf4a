// The programs that tests take from Debian, fetched before the first file of a whole run.
import { ensureBinary } from './binary.ts'
import { binary } from './browser.ts'
import { ensureSwift } from './s3.ts'
import { isSkip } from './skip.ts'

/** A program of each package, as the tests ask for it. */
export const programs: Readonly<Record<string, string>> = {
  bsdutils: 'script',
  'nginx-light': 'nginx',
  'dbus-daemon': 'dbus-daemon',
  'gnome-keyring': 'gnome-keyring-daemon',
  'groff-base': 'groff',
  bash: 'bash',
  caddy: 'caddy',
  fish: 'fish',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  strace: 'strace',
  systemd: 'systemd-analyze',
  zsh: 'zsh',
}

/**
 * Brings every package, one after the other, as apt-get works for one at a time. Answers the reasons for those that are missing,
 * and tells them to the test files, which do not try again.
 */
export async function fetchPackages(): Promise<string[]> {
  const missing: Record<string, string> = {}
  const note = (name: string, found: object) => {
    if (isSkip(found)) missing[name] = found.skip
  }
  note('chromium', await binary())
  note('chromium-headless-shell', await binary('shell'))
  note('firefox-esr', await binary('firefox'))
  if (!process.env.RECTO_TEST_S3) note('python3-swift', await ensureSwift())
  for (const [name, program] of Object.entries(programs)) note(name, await ensureBinary([program], name))
  process.env.RECTO_TEST_MISSING = JSON.stringify(missing)
  return Object.values(missing)
}
