// Links between the sources of the documentation become addresses below /docs.
import { existsSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import type { Source } from '../documentation.ts'

const link = /(\]\()([^)\s]+)(\))/g

/** A file that is no page is copied, and its name added to `files`. A link that leads nowhere ends the build. */
export function resolveLinks(source: Source, all: readonly Source[], files: Set<string>): Source {
  const { file, markdown } = source
  if (file === undefined) return source
  const resolved = markdown.replace(link, (_, before: string, target: string, after: string) => {
    if (/^(https?:|mailto:|#|\/)/.test(target)) return `${before}${target}${after}`
    const [path = '', heading] = target.split('#')
    const place = normalize(`${dirname(file)}/${path}`)
    return `${before}${addressOf(place, file, all, files)}${heading ? `#${heading}` : ''}${after}`
  })
  return { ...source, markdown: resolved }
}

function addressOf(place: string, from: string, all: readonly Source[], files: Set<string>): string {
  const page = all.find(({ file }) => file === place)
  if (page) return page.path === '' ? '/docs' : `/docs/${page.path}`
  if (place.endsWith('.md') || !existsSync(place))
    throw new Error(`${from} links to ${place}, which is no page of docs/contents.json.`)
  files.add(place)
  return `/docs/files/${place.split('/').at(-1)}`
}
