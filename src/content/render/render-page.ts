// Markdown source to the complete document of its page: the task that runs in a worker process.
import type { Theme } from '../../domain/artifact.ts'
import { renderMarkdown } from '../markdown/markdown.ts'
import { pageDocument } from './page.ts'

export interface PageOptions {
  theme: Theme
  /** Unclaimed previews get links that search engines do not follow. */
  preview: boolean
  lang: string
  /** False leaves code without colours, which saves most of the time on some files. */
  colours: boolean
}

/**
 * Renders a page, as UTF-8, the form in which it is kept and sent; see `renderMarkdown` for what becomes
 * of the source.
 */
export async function renderPage(
  source: string,
  { theme, preview, lang, colours }: PageOptions,
): Promise<Uint8Array> {
  const rendered = await renderMarkdown(source, {
    linkRel: preview ? 'nofollow ugc noopener' : 'noopener',
    colours,
  })
  return new TextEncoder().encode(pageDocument({ ...rendered, theme, lang }))
}
