// The source of a published file, line by line, with an address for each.

import type { JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { islands } from '../layout/document.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { fileSize } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { sourceWords as words } from '../words/source.ts'

export interface SourcePageProps {
  assets: Assets
  name: string
  /** Path of the page, of this version where an earlier one is shown. */
  path: string
  /** Path of the file to save. */
  download: string
  version: number
  /** Bytes of the version. */
  size: number
  /** Items of a list, made by the renderer, which escapes everything in them. */
  lines: string
  /** Bytes shown, where that is not the whole. */
  cut?: number | undefined
  reader?: string | undefined
}

/** The list is put in after the page was rendered: ten thousand lines need no components. */
const PLACE = '\ue000lines\ue001'

export function sourcePage(props: SourcePageProps): string {
  const html = editorHtml({
    assets: props.assets,
    title: `${words.of} ${props.name}`,
    reader: props.reader,
    width: 'wide',
    scripts: [islands.source],
    children: <Source {...props} />,
  })
  const at = html.lastIndexOf(PLACE)
  return html.slice(0, at) + props.lines + html.slice(at + PLACE.length)
}

const Source = ({ name, path, download, version, size, cut }: SourcePageProps): JSX.Element => (
  <>
    <div class="title-line">
      <h1>
        {words.of} <UserText text={name} />
      </h1>
      <p class="actions">
        <a class="button" href={download} download>
          {words.download}
        </a>
        <a class="button primary" href={path}>
          {words.open}
        </a>
      </p>
    </div>
    <p class="aside">
      {words.version(version, fileSize(size))} {words.lines}
    </p>
    {cut !== undefined && <Cut shown={cut} size={size} />}
    <section class="source" aria-label={words.label}>
      <ol>{PLACE}</ol>
    </section>
    {cut !== undefined && <Cut shown={cut} size={size} />}
  </>
)

const Cut = ({ shown, size }: { shown: number; size: number }): JSX.Element => (
  <p class="notice-line">{words.cut(fileSize(shown), fileSize(size))}</p>
)
