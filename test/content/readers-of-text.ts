// The functions of content/ that take people's text, each called with one text; and the others, each with its reason.
import { carryPassages, findPassage, findQuote } from '../../src/content/anchoring.ts'
import { beginning } from '../../src/content/beginning.ts'
import { beginsAsHtml } from '../../src/content/begins-as-html.ts'
import { changes } from '../../src/content/changes.ts'
import { cutToBytes, oneLine } from '../../src/content/characters.ts'
import { commentTree } from '../../src/content/comment-markdown.ts'
import { asTyped, holdsMarkdown, oneLineOf, paragraphsOf, textOf } from '../../src/content/comment-tree.ts'
import { comparison } from '../../src/content/comparison.ts'
import { describe, describeAll } from '../../src/content/describe.ts'
import { linesOf, unified } from '../../src/content/diff.ts'
import { comparePages } from '../../src/content/element-pages.ts'
import { isPath, languageOf, stepsOf, tagOf } from '../../src/content/element-path.ts'
import { readElements } from '../../src/content/elements.ts'
import { escapeHtml } from '../../src/content/escape.ts'
import { escapedPage } from '../../src/content/escaped-page.ts'
import { FileSource } from '../../src/content/file-source.ts'
import { matchesIn, onlyPlaces } from '../../src/content/finding.ts'
import { firstSentences } from '../../src/content/first-sentences.ts'
import { formConflicts, formFile, settledFile } from '../../src/content/form-text.ts'
import { formatOf } from '../../src/content/format.ts'
import { partFrontMatter, titleField } from '../../src/content/front-matter.ts'
import { inspected } from '../../src/content/inspected.ts'
import { renderMarkdown } from '../../src/content/markdown.ts'
import { inlineText } from '../../src/content/markdown-inline.ts'
import { linkAttributes } from '../../src/content/markdown-rules.ts'
import { markdownText, wordsOf } from '../../src/content/markdown-text.ts'
import { merge3, mergeParts } from '../../src/content/merge.ts'
import { editedFile, mergedFile } from '../../src/content/new-files.ts'
import { slug } from '../../src/content/outline.ts'
import { pageHtml, pageText, textNodes } from '../../src/content/page-text.ts'
import { readableText } from '../../src/content/readable-text.ts'
import { isHarmless } from '../../src/content/regions.ts'
import { renderPage } from '../../src/content/render-page.ts'
import { renderedChanges } from '../../src/content/rendered-changes.ts'
import { isAllowedSourceSet, isAllowedUrl } from '../../src/content/schema.ts'
import { sourceLines, sourceView } from '../../src/content/source-lines.ts'
import { inMarkdown, lineAt, readPage } from '../../src/content/source-places.ts'
import { textChanges } from '../../src/content/text-changes.ts'
import { markTexts, replaceTexts } from '../../src/content/text-in-place.ts'
import { searchText } from '../../src/content/text-search.ts'
import { sliceText, wholeCharacter } from '../../src/content/text-slice.ts'
import { whole } from '../../src/content/whole.ts'
import { addressLength } from '../../src/content/www-links.ts'

/** Milliseconds after which a comparison becomes coarser: short, so that only what is beyond it is measured. */
const BUDGET = 5

/** Another version of the text. */
const changed = (text: string): string => `${text.slice(text.length >> 3)}q`

const labels = { from: 'v1', to: 'v2' }

const both = (run: (text: string, format: 'html' | 'markdown') => unknown) => async (text: string) => {
  await run(text, 'markdown')
  await run(text, 'html')
}

async function drain(parts: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
  for await (const _ of parts);
}

const element = { cssPath: 'html > body > p:nth-of-type(2)', element: { tag: 'p', text: 'a' } }
const place = { start: 0, end: 1, text: 'a', prefix: '', suffix: '', source: null }
const onElement = { start: 0, end: 0, text: 'a', prefix: '<p>', suffix: element.cssPath, source: null }
const hanging = [
  { anchor: { textQuote: { exact: 'a' } }, state: 'anchored', place },
  { anchor: element, state: 'anchored', place: onElement },
] as const

// In Markdown a quote that does not stand in the source as it reads is aligned with it: two seconds at most, not measured here.
export const readersOfText: Record<string, (text: string) => unknown> = {
  'anchoring.ts findPassage': both(async (source, format) => {
    const exact = format === 'html' ? source.slice(-1000).trim() : 'a'
    await findPassage({ source, format }, { textQuote: { exact } })
    await findPassage({ source, format }, element)
  }),
  'anchoring.ts findQuote': both((source, format) => findQuote({ source, format }, { exact: 'a a' })),
  'anchoring.ts carryPassages': both((source, format) =>
    carryPassages(
      { source, format },
      { source: changed(source), format },
      hanging.slice(format === 'html' ? 0 : 1),
      BUDGET,
    ),
  ),
  'beginning.ts beginning': text => beginning(Buffer.from(text)),
  'begins-as-html.ts beginsAsHtml': beginsAsHtml,
  'changes.ts changes': text => changes(linesOf(text), linesOf(changed(text)), BUDGET),
  'characters.ts oneLine': text => oneLine(text, 200),
  'characters.ts cutToBytes': text => cutToBytes(text, text.length / 2),
  'comment-markdown.ts commentTree': text => commentTree(text.slice(0, 10_000), ['a']),
  'comment-tree.ts holdsMarkdown': holdsMarkdown,
  'comment-tree.ts paragraphsOf': paragraphsOf,
  'comment-tree.ts asTyped': asTyped,
  'comment-tree.ts textOf': text => textOf(paragraphsOf(text)),
  'comment-tree.ts oneLineOf': text => oneLineOf(paragraphsOf(text), 200),
  'comparison.ts comparison': text => comparison(text, changed(text), BUDGET),
  'describe.ts describe': both((text, format) => describe(Buffer.from(text), format)),
  'describe.ts describeAll': text =>
    describeAll([
      { file: chunks(text), format: 'html' },
      { file: chunks(text), format: 'markdown' },
    ]),
  'diff.ts linesOf': linesOf,
  'diff.ts unified': text => unified(text, changed(text), labels, BUDGET),
  'element-pages.ts comparePages': text =>
    comparePages(readElements(text, null), readElements(changed(text), null), BUDGET),
  'element-path.ts stepsOf': stepsOf,
  'element-path.ts isPath': isPath,
  'element-path.ts tagOf': text => tagOf({ prefix: text }),
  'element-path.ts languageOf': text => languageOf({ prefix: text }),
  'elements.ts readElements': text => readElements(text, null),
  'escape.ts escapeHtml': escapeHtml,
  'escaped-page.ts escapedPage': text =>
    escapedPage(FileSource.of(text), { theme: 'github', lang: 'en' }, 'busy'),
  'finding.ts onlyPlaces': text => onlyPlaces(text, [text.slice(0, text.length >> 1), 'a a']),
  'finding.ts matchesIn': text => matchesIn(text, text.slice(-200), 0),
  'first-sentences.ts firstSentences': text => firstSentences(text, 'x'),
  'form-text.ts formFile': text => formFile(text, text),
  'form-text.ts formConflicts': text => formConflicts(`${text}a`, text, changed(text), BUDGET),
  'form-text.ts settledFile': text => settledFile(`${text}a`, text, changed(text), ['mine'], BUDGET),
  'format.ts formatOf': text => formatOf(`${text}.md`, text),
  'front-matter.ts partFrontMatter': text => partFrontMatter(`---\n${text}`),
  'front-matter.ts titleField': text => titleField(`title: ${text}`),
  'inspected.ts inspected': text => drain(inspected(chunks(text), Number.POSITIVE_INFINITY)),
  'markdown.ts renderMarkdown': text => renderMarkdown(text, { linkRel: 'noopener', always: true }),
  'markdown-inline.ts inlineText': text => inlineText(text.slice(0, 2000)),
  'markdown-rules.ts linkAttributes': text => linkAttributes(text, 'noopener'),
  'markdown-text.ts wordsOf': wordsOf,
  'markdown-text.ts markdownText': text => markdownText(text, text.length, async () => undefined),
  'merge.ts merge3': text => merge3(text, changed(text), `${text}z`, BUDGET),
  'merge.ts mergeParts': text => mergeParts(text, changed(text), `${text}z`, BUDGET),
  'new-files.ts mergedFile': text => mergedFile(text, changed(text), `${text}z`, BUDGET),
  'new-files.ts editedFile': text => editedFile(text, [{ oldText: text.slice(0, 50), newText: '' }]),
  'outline.ts slug': slug,
  'page-text.ts pageHtml': both(pageHtml),
  'page-text.ts textNodes': text => drain(textNodes(text)),
  'page-text.ts pageText': both(pageText),
  'readable-text.ts readableText': both((text, format) => readableText(text, format, 'text')),
  'regions.ts isHarmless': isHarmless,
  'render-page.ts renderPage': text =>
    renderPage(text, { theme: 'github', preview: false, lang: 'en', colours: false }),
  'rendered-changes.ts renderedChanges': both((source, format) =>
    renderedChanges({ source, format }, { source: changed(source), format }, BUDGET),
  ),
  'schema.ts isAllowedSourceSet': isAllowedSourceSet,
  'schema.ts isAllowedUrl': text => isAllowedUrl(text, 'href'),
  'source-lines.ts sourceView': text => sourceView(chunks(text), 'html', false),
  'source-lines.ts sourceLines': text => sourceLines(text, 'html', false),
  'source-places.ts readPage': both(readPage),
  'source-places.ts lineAt': text => lineAt(text, text.length),
  'source-places.ts inMarkdown': text =>
    inMarkdown(text, text)({ start: text.length >> 1, end: text.length }),
  'text-changes.ts textChanges': text => textChanges(text, changed(text), BUDGET),
  'text-in-place.ts markTexts': markTexts,
  'text-in-place.ts replaceTexts': text => replaceTexts(text, [{ node: '2.0', was: 'a', text: 'b' }]),
  'text-search.ts searchText': text => searchText(text, { find: text.slice(-200), offset: 0, limit: 100 }),
  'text-slice.ts wholeCharacter': text => wholeCharacter(text, text.length >> 1),
  'text-slice.ts sliceText': text => sliceText(text, { offset: 1, limit: text.length }),
  'whole.ts whole': text => whole(chunks(text)),
  'www-links.ts addressLength': text => addressLength(text, 0),
}
async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const handsOver = 'hands a file to a worker and reads none of it'
const keeps = 'keeps or schedules what others made'
const parser = 'part of the parser of pages, measured by renderMarkdown'
const elements = 'works on a tree that was read, measured by carryPassages'

/** Whole files, and single functions. */
export const notMeasured: Record<string, string> = {
  'anchored.ts': handsOver,
  'apart.ts': handsOver,
  'description-batches.ts': handsOver,
  'file-source.ts': handsOver,
  'readable.ts': handsOver,
  'received-file.ts': handsOver,
  'renderer.ts': handsOver,
  'worker-process.ts': handsOver,
  'worker.ts': handsOver,
  'workers.ts': handsOver,
  'module-url.ts': keeps,
  'cut-pages.ts': keeps,
  'fair-schedule.ts': keeps,
  'kept-texts.ts': keeps,
  'page-cache.ts': keeps,
  'alerts.ts': parser,
  'formula.ts': parser,
  'highlight.ts': parser,
  'markdown-syntax.ts': parser,
  'math-syntax.ts': parser,
  'page-state.ts': parser,
  'page.ts': parser,
  'sanitised.ts': parser,
  'shallow-tree.ts': parser,
  'task-list.ts': parser,
  'markdown-rules.ts headingText': parser,
  'markdown-rules.ts anchorLabel': parser,
  'markdown-rules.ts pageRules': parser,
  'outline.ts Outline': parser,
  'regions.ts regions': parser,
  'www-links.ts wwwLinks': parser,
  'element-source.ts': elements,
  'followed-element.ts': elements,
  'same-element.ts': elements,
  'element-pages.ts childrenOf': elements,
  'element-pages.ts beside': elements,
  'element-pages.ts placeAmong': elements,
  'element-pages.ts likeness': elements,
  'elements.ts attribute': elements,
  'elements.ts parentOf': elements,
  'elements.ts elementAt': elements,
  'elements.ts saidElement': elements,
  'elements.ts pathOf': elements,
  'elements.ts placeOfElement': elements,
  'elements.ts startTag': elements,
  'elements.ts wordsIn': elements,
  'html-text.ts': 'reads a page for describe, and is measured by it',
  'comment-tree.ts elementNode': 'makes a node of what is given',
  'themes/themes.ts styleOf': 'styles of our own',
  'inspected.ts Utf8Check': 'counts bytes as they pass, measured by inspected.ts inspected',
  'inspected.ts notSingle': 'words of our own',
}
