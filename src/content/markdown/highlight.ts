// Colours for code: grammars loaded when a page asks for them, tokens marked with classes that the themes colour.
import {
  createHighlighterCore,
  createOnigurumaEngine,
  type HighlighterCore,
  type ThemeRegistration,
} from 'shiki'
import { bundledLanguages, bundledLanguagesInfo } from 'shiki/langs'
import { escapeHtml } from '../escape.ts'

/** A longer block, or line, stays plain, and so does everything after so much code on one page. Characters. */
const LONGEST_BLOCK = 65_536
const LONGEST_LINE = 2000
const MOST_PER_PAGE = 524_288

/** Milliseconds of colouring for one page: a grammar that meets its worst input ends there. */
const BUDGET = 3000

/** Milliseconds for one line; generous, because the first line of a language compiles its grammar. */
const LINE_BUDGET = 2000

/** Class of a token, and the grammar scopes it stands for. */
const kinds: readonly (readonly [kind: string, scopes: string[]])[] = [
  ['c', ['comment', 'punctuation.definition.comment', 'string.comment', 'string.quoted.docstring']],
  ['s', ['string', 'punctuation.definition.string', 'markup.inline.raw', 'constant.other.symbol']],
  [
    'e',
    [
      'constant.character.escape',
      'string.regexp',
      'constant.other.placeholder',
      'punctuation.definition.template-expression',
    ],
  ],
  [
    'n',
    ['constant', 'support.constant', 'variable.language', 'variable.other.constant', 'keyword.other.unit'],
  ],
  ['k', ['keyword', 'storage', 'punctuation.definition.keyword', 'entity.name.tag.yaml']],
  ['f', ['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command']],
  [
    't',
    [
      'entity.name.type',
      'entity.name.class',
      'entity.name.namespace',
      'support.type',
      'support.class',
      'entity.other.inherited-class',
      'entity.name.tag',
      'support.type.property-name.json',
    ],
  ],
  [
    'a',
    [
      'entity.other.attribute-name',
      'support.type.property-name',
      'meta.object-literal.key',
      'variable.other.property',
    ],
  ],
  ['i', ['markup.inserted', 'punctuation.definition.inserted']],
  ['d', ['markup.deleted', 'punctuation.definition.deleted']],
  ['h', ['markup.heading', 'entity.name.section', 'meta.diff.header', 'meta.diff.range']],
  [
    '',
    [
      'storage.modifier.package',
      'storage.modifier.import',
      'storage.type.java',
      'string.unquoted',
      'source',
      'meta.embedded',
      'markup.fenced_code.block',
      'punctuation.separator.key-value',
    ],
  ],
]

const colour = (index: number): string => `#0000${(index + 16).toString(16).toUpperCase()}`
const kindOf = new Map(kinds.map(([kind], index) => [colour(index), kind]))

const theme: ThemeRegistration = {
  name: 'kinds',
  type: 'light',
  fg: '#000000',
  bg: '#FFFFFF',
  settings: kinds.map(([, scope], index) => ({ scope, settings: { foreground: colour(index) } })),
}

const aliases = new Map<string, string>()
for (const { id, aliases: others } of bundledLanguagesInfo)
  for (const name of [id, ...(others ?? [])]) aliases.set(name, id)
for (const [name, id] of [
  ['console', 'shellsession'],
  ['htm', 'html'],
  ['golang', 'go'],
  ['node', 'javascript'],
  ['text', ''],
  ['plain', ''],
] as const)
  aliases.set(name, id)

/** The grammar for the word after a fence; undefined if there is none. */
export const languageOf = (word: string): string | undefined => aliases.get(word.toLowerCase()) || undefined

let highlighter: Promise<HighlighterCore> | null = null

const open = (): Promise<HighlighterCore> =>
  createHighlighterCore({ engine: createOnigurumaEngine(import('shiki/wasm')), themes: [theme], langs: [] })

/** Colours the code of one page, within its budgets. */
export class Highlighting {
  private readonly core: HighlighterCore | null
  private characters = 0
  private spent = 0

  private constructor(core: HighlighterCore | null) {
    this.core = core
  }

  /** Ready for `languages` (names of grammars); those that cannot be loaded stay plain. */
  static async for(languages: ReadonlySet<string>): Promise<Highlighting> {
    if (languages.size === 0) return new Highlighting(null)
    highlighter ??= open()
    const core = await highlighter
    for (const name of languages) {
      const load = bundledLanguages[name as keyof typeof bundledLanguages]
      if (load && !core.getLoadedLanguages().includes(name)) await core.loadLanguage(load).catch(() => {})
    }
    return new Highlighting(core)
  }

  /** Escaped HTML of the code, coloured if its language is known and the budgets allow. */
  html(code: string, language: string | undefined): string {
    if (!language || !this.core?.getLoadedLanguages().includes(language) || !this.affords(code))
      return escapeHtml(code)
    const started = performance.now()
    try {
      return this.coloured(this.core, code, language)
    } catch {
      return escapeHtml(code)
    } finally {
      this.spent += performance.now() - started
    }
  }

  private affords(code: string): boolean {
    if (code.length > LONGEST_BLOCK || this.spent > BUDGET) return false
    this.characters += code.length
    return this.characters <= MOST_PER_PAGE
  }

  private coloured(core: HighlighterCore, code: string, language: string): string {
    const { tokens } = core.codeToTokens(code, {
      lang: language,
      theme: 'kinds',
      tokenizeMaxLineLength: LONGEST_LINE,
      tokenizeTimeLimit: LINE_BUDGET,
    })
    return tokens.map(line => lineHtml(line)).join('\n')
  }
}

function lineHtml(line: { content: string; color?: string }[]): string {
  let html = ''
  let [kind, content] = ['', '']
  const flush = (): void => {
    if (content !== '')
      html += kind === '' ? escapeHtml(content) : `<span class="x-${kind}">${escapeHtml(content)}</span>`
  }
  for (const token of line) {
    const next = kindOf.get(token.color ?? '') ?? ''
    if (next !== kind && token.content.trim() !== '') {
      flush()
      ;[kind, content] = [next, '']
    }
    content += token.content
  }
  flush()
  return html
}
