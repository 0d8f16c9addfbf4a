// Checks that everything acknowledged is there: every version with its exact bytes, in one row without gaps.
import { inParallel } from '../backup/in-parallel.ts'
import type { Version } from '../domain/artifact.ts'
import { Problem } from '../domain/problem.ts'
import { orphans } from '../operations/kernel/orphans.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { CheckedReader } from '../storage/checked-reader.ts'
import type { CurrentFile, Reading, Records } from '../storage/records.ts'

export interface Finding {
  shortId: string
  /** Null if it concerns the artifact as a whole. */
  version: number | null
  what: string
}

export interface Verified {
  artifacts: number
  versions: number
  /** Bytes that were read and found right. */
  bytes: number
  findings: Finding[]
}

interface Stores {
  records: Records
  /** A reader that keeps nothing, so that each byte comes from its store. */
  contents: CheckedReader
}

/** Artifacts whose files are read at the same time, so that the disk and not its answers one by one sets the pace. */
const AT_ONCE = 16

/** Artifacts and versions read at once. */
const pageSize = 200

/**
 * Reads everything. A server may run meanwhile: rows that look wrong are read again in one transaction, and a version
 * purged in between is no fault.
 */
export async function verify(stores: Stores, progress: (so: Verified) => void): Promise<Verified> {
  const result: Verified = { artifacts: 0, versions: 0, bytes: 0, findings: [] }
  await inParallel(everyArtifact(stores.records), AT_ONCE, async artifact => {
    const findings = await inspect(stores, artifact, result)
    result.artifacts += 1
    result.findings.push(...findings)
    progress(result)
  })
  return result
}

/** Counts files that nothing names. Beside a running server these include files of publishes that have not ended. */
export async function countOrphans(stores: { records: Records; blobs: Blobs }): Promise<number> {
  let count = 0
  for await (const names of orphans(stores)) count += names.length
  return count
}

async function* everyArtifact({ artifacts }: Records): AsyncIterable<CurrentFile> {
  let after: string | null = null
  for (;;) {
    const page: CurrentFile[] = await artifacts.page(after, pageSize)
    yield* page
    if (page.length < pageSize) return
    after = page.at(-1)!.id
  }
}

async function inspect(stores: Stores, artifact: CurrentFile, result: Verified): Promise<Finding[]> {
  const versions = await everyVersion(stores.records, artifact.id)
  const order = disorder(artifact, versions)
  const findings = order.length > 0 ? await lookAgain(stores.records, artifact) : []
  const sound = new Set<string>()
  for (const version of versions) {
    const what = await damage(stores, version, sound)
    if (what !== null) findings.push({ shortId: artifact.shortId, version: version.number, what })
    else result.bytes += version.size
    result.versions += 1
  }
  return findings
}

/** Reads all versions of an artifact, newest first. */
async function everyVersion({ versions }: Pick<Reading, 'versions'>, artifactId: string): Promise<Version[]> {
  const all: Version[] = []
  for (;;) {
    const page = await versions.list(artifactId, all.at(-1)?.number ?? null, pageSize)
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/** Finds what is wrong with the rows: versions run from 1 to n, and the artifact describes version n. */
function disorder({ shortId, ...artifact }: CurrentFile, versions: readonly Version[]): Finding[] {
  const about = (version: number | null, what: string): Finding => ({ shortId, version, what })
  const numbers = new Set(versions.map(({ number }) => number))
  const last = Math.max(artifact.version, versions[0]?.number ?? 0)
  const missing = Array.from({ length: last }, (_, index) => index + 1).filter(n => !numbers.has(n))
  const newest = versions[0]
  const findings = missing.map(number => about(number, 'the version is missing'))
  if (newest && newest.number > artifact.version)
    findings.push(about(newest.number, `the artifact says that version ${artifact.version} is current`))
  const current = versions.find(({ number }) => number === artifact.version)
  const differs = (['size', 'sha256', 'format'] as const).filter(
    fact => current && current[fact] !== artifact[fact],
  )
  return [
    ...findings,
    ...differs.map(fact => about(artifact.version, `the artifact says another ${fact} than the version`)),
  ]
}

/** Repeats the check in one transaction, where nobody writes between the two reads. */
const lookAgain = (records: Records, { shortId }: CurrentFile): Promise<Finding[]> =>
  records.transaction(async rows => {
    const artifact = await rows.artifacts.find(shortId)
    return artifact ? disorder(artifact, await everyVersion(rows, artifact.id)) : []
  })

/** Tells what is wrong with the bytes of a version; null if nothing is. `sound` holds what was read for versions before. */
async function damage(
  { records, contents }: Stores,
  version: Version,
  sound: Set<string>,
): Promise<string | null> {
  const name = `${version.blob} ${version.size} ${version.sha256}`
  if (sound.has(name)) return null
  try {
    await readWhole(contents, version)
    sound.add(name)
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'content_damaged') throw error
    const still = await records.versions.find(version.artifactId, version.number)
    return still?.blob === version.blob ? error.message : null
  }
}

async function readWhole(contents: CheckedReader, version: Version): Promise<void> {
  const bytes = await contents.read(version)
  if (bytes instanceof Uint8Array) return
  for await (const _ of bytes);
}
