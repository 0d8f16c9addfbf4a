// Releases the version that the changelog announces: refuses what is not ready, then version, changelog, commit, tag, package and checksum.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the package and its checksum. */
const FOLDER = '.cache/release'
const CHANGELOG = 'CHANGELOG.md'
/** They carry the version. */
const packageFiles = ['package.json', 'package-lock.json']

class Refusal extends Error {}

const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trimEnd()

/** The version announced, whose section stands first and says what changed. */
function announcedIn(changelog: string): string {
  const [, version, changes] =
    /^## (\S+), not yet released\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? []
  const first = /^## (\S+?),? /m.exec(changelog)?.[1]
  if (version === undefined || version !== first)
    throw new Refusal(`${CHANGELOG} announces no version. Begin it with: ## 1.2.3, not yet released`)
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refusal(`${version} is no version such as 1.2.3.`)
  if (!/^- \S/m.test(changes!)) throw new Refusal(`${CHANGELOG} does not say what changed in ${version}.`)
  return version
}

function requireHigher(version: string): void {
  const newest = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0]
  if (newest && !isHigher(version, newest.slice(1)))
    throw new Refusal(`${version} is not higher than ${newest}, the newest release.`)
}

function isHigher(version: string, other: string): boolean {
  const [a, b] = [version, other].map(text => text.split('.').map(Number))
  const at = a!.findIndex((number, index) => number !== b![index])
  return at >= 0 && a![at]! > b![at]!
}

function requireCleanTree(): void {
  const changed = git('status', '--porcelain')
  if (changed) throw new Refusal(`There are changes that are not committed:\n${changed}`)
}

function requireGreenCheck(): void {
  try {
    execFileSync(join('bin', 'check'), { stdio: 'inherit' })
  } catch {
    throw new Refusal('bin/check is not green.')
  }
}

/** Sets the version and the day in the files that carry them. */
function writeVersion(version: string): void {
  for (const file of packageFiles) {
    const value = JSON.parse(readFileSync(file, 'utf8'))
    value.version = version
    if (value.packages?.['']) value.packages[''].version = version
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
  }
  const day = new Date().toISOString().slice(0, 10)
  const text = readFileSync(CHANGELOG, 'utf8')
  writeFileSync(CHANGELOG, text.replace(`## ${version}, not yet released\n`, `## ${version}, ${day}\n`))
}

/** Packs what is built and writes its checksum beside it, as sha256sum reads it. */
function pack(): string {
  mkdirSync(FOLDER, { recursive: true })
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', FOLDER], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename }] = JSON.parse(said.slice(said.indexOf('[\n'))) as [{ filename: string }]
  const digest = createHash('sha256')
    .update(readFileSync(join(FOLDER, filename)))
    .digest('hex')
  writeFileSync(join(FOLDER, 'SHA256SUMS'), `${digest}  ${filename}\n`)
  return `${digest}  ${join(FOLDER, filename)}`
}

/** Packs before it commits, so that a package that fails leaves nothing changed. */
function release(version: string, isDryRun: boolean): void {
  try {
    writeVersion(version)
    const packed = pack()
    if (!isDryRun) {
      git('commit', '--quiet', '--message', `Release ${version}`, '--', CHANGELOG, ...packageFiles)
      git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`)
    }
    process.stdout.write(`${packed}\n`)
  } finally {
    git('checkout', '--quiet', 'HEAD', '--', CHANGELOG, ...packageFiles)
  }
}

function run(words: readonly string[]): void {
  const isDryRun = words[0] === '--dry-run'
  if (words.length > (isDryRun ? 1 : 0)) throw new Refusal('bin/release takes --dry-run and nothing else.')
  requireCleanTree()
  const version = announcedIn(readFileSync(CHANGELOG, 'utf8'))
  requireHigher(version)
  requireGreenCheck()
  requireCleanTree()
  release(version, isDryRun)
  process.stderr.write(
    isDryRun
      ? `${version} is ready. Nothing was changed; bin/release makes the release.\n`
      : `Released ${version}. Publish it: git push --follow-tags\n`,
  )
}

try {
  run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`recto: ${error.message}\n`)
  process.exitCode = 1
}
