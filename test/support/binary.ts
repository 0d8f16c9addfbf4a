// Finds a program that tests need: on PATH, else from a package of Debian.
import { constants, existsSync, globSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fetchPackage, unpackedAt } from './debian.ts'
import type { Skip } from './skip.ts'

export interface Binary {
  path: string
  /** To be added to the program's environment, so that an unpacked one finds its libraries. */
  env: Record<string, string>
}

/** The first of `names` that is there, or that `debianPackage` brings. */
export async function ensureBinary(names: string[], debianPackage: string): Promise<Binary | Skip> {
  const found = (await onPath(names)) ?? unpacked(names, debianPackage)
  if (found) return found
  if (!(await onPath(['apt-get'])))
    return { skip: `${names[0]} is not on PATH and there is no apt-get to bring it` }
  const failed = await ensurePackage(debianPackage)
  if (failed) return failed
  return (
    (await onPath(names)) ??
    unpacked(names, debianPackage) ?? { skip: `${debianPackage} brings no ${names[0]}` }
  )
}

/** Brings the package, unless the run has found before its first file that it cannot be had. */
export async function ensurePackage(name: string): Promise<Skip | undefined> {
  const missing = JSON.parse(process.env.RECTO_TEST_MISSING ?? '{}') as Record<string, string>
  if (missing[name] !== undefined) return { skip: missing[name] }
  try {
    await fetchPackage(name)
    return undefined
  } catch (error) {
    return { skip: `${name} cannot be installed: ${(error as Error).message}` }
  }
}

const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']

async function onPath(names: string[]): Promise<Binary | undefined> {
  for (const path of names.flatMap(name => folders().map(folder => join(folder, name)))) {
    if (await executable(path)) return { path, env: {} }
  }
  return undefined
}

const executable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

function unpacked(names: string[], debianPackage: string): Binary | undefined {
  const root = unpackedAt(debianPackage)
  const path = names
    .flatMap(name => [
      `usr/lib/${name}/${name}`,
      `usr/lib/chromium/${name}`,
      `usr/bin/${name}`,
      `usr/sbin/${name}`,
      `bin/${name}`,
    ])
    .map(place => join(root, place))
    .find(existsSync)
  if (!path) return undefined
  const libraries = globSync(['lib/*-linux-gnu', 'usr/lib/*-linux-gnu', 'usr/lib'], { cwd: root }).map(at =>
    join(root, at),
  )
  return { path, env: { LD_LIBRARY_PATH: libraries.join(delimiter) } }
}
