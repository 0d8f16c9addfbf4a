// The one fixed schema of the sanitiser: it says which raw HTML Markdown may hold.
import { defaultSchema, type Schema } from 'hast-util-sanitize'
import { ID_PREFIX } from '../../domain/author-ids.ts'
import { calloutKinds } from './callout-mark.ts'
import { hiddenElements } from './hidden-elements.ts'

const links = ['http', 'https', 'mailto', 'tel']
const images = ['http', 'https', 'data']

const protocols: Record<string, string[]> = {
  href: links,
  cite: ['http', 'https'],
  longDesc: ['http', 'https'],
  src: images,
  /** The sanitiser looks at its first address alone, `isAllowedSourceSet` at all of them. */
  srcSet: images,
  poster: images,
}

const alignment = ['align', 'vAlign']
const callout: [string, ...string[]] = ['className', 'alert', ...calloutKinds.map(kind => `alert-${kind}`)]
const cell = [...alignment, 'colSpan', 'rowSpan', 'scope', 'headers', 'abbr', 'width', 'height']

export const schema: Schema = {
  strip: [...hiddenElements],
  clobber: ['ariaDescribedBy', 'ariaLabelledBy', 'ariaControls', 'headers', 'id', 'name', 'htmlFor'],
  clobberPrefix: ID_PREFIX,
  ancestors: {
    ...defaultSchema.ancestors,
    caption: ['table'],
    col: ['table'],
    colgroup: ['table'],
    source: ['picture', 'video', 'audio'],
  },
  protocols,
  required: {
    input: { disabled: true, type: 'checkbox' },
    video: { controls: true },
    audio: { controls: true },
  },
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    ...[
      'abbr',
      'address',
      'article',
      'aside',
      'audio',
      'bdi',
      'bdo',
      'big',
      'caption',
      'center',
      'cite',
      'col',
      'colgroup',
    ],
    ...[
      'dfn',
      'figcaption',
      'figure',
      'footer',
      'header',
      'main',
      'mark',
      'nav',
      'small',
      'time',
      'u',
      'video',
      'wbr',
    ],
  ],
  attributes: {
    '*': [
      'ariaLabel',
      'ariaHidden',
      'ariaDescribedBy',
      'ariaLabelledBy',
      'dir',
      'id',
      'lang',
      'title',
      'role',
      'align',
    ],
    a: ['href', 'hrefLang', 'name', ['className', 'footnote-backref']],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    blockquote: ['cite', callout],
    code: [['className', /^language-./]],
    col: ['span', 'width', ...alignment],
    colgroup: ['span', 'width', ...alignment],
    del: ['cite'],
    details: ['open', 'name', callout],
    hr: [['className', 'footnotes-sep']],
    img: ['src', 'alt', 'width', 'height', 'longDesc'],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    ins: ['cite'],
    li: ['value', ['className', 'task-list-item', 'footnote-item']],
    ol: ['start', 'reversed', 'type', ['className', 'contains-task-list', 'footnotes-list']],
    p: [['className', 'alert-title']],
    q: ['cite'],
    section: [['className', 'footnotes']],
    source: ['src', 'srcSet', 'media', 'type', 'sizes', 'width', 'height'],
    strong: [['className', 'alert-title']],
    summary: [['className', 'alert-title']],
    sup: [['className', 'footnote-ref']],
    table: ['width', 'summary'],
    td: cell,
    th: cell,
    time: ['dateTime'],
    tr: alignment,
    ul: ['type', ['className', 'contains-task-list']],
    video: ['src', 'controls', 'loop', 'muted', 'preload', 'poster', 'width', 'height'],
  },
}

/** True if an address may stand in `href` or `src`: relative, or of an allowed protocol; the sanitiser's own rule. */
export function isAllowedUrl(url: string, attribute: 'href' | 'src'): boolean {
  const colon = url.indexOf(':')
  const early = url.search(/[?#/]/)
  if (colon < 0 || (early >= 0 && early < colon)) return true
  return protocols[attribute]!.includes(url.slice(0, colon))
}

/** True if every address of a `srcset` may stand there; a comma within an address counts as its end. */
export const isAllowedSourceSet = (text: string): boolean =>
  text.split(/[\s,]+/).every(part => isAllowedUrl(part, 'src'))
