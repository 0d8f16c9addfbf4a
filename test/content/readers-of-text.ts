// The functions of content/ that take people's text, each called with one text; and the others, each with its reason.

import { alignedTexts } from '../../src/content/anchors/aligned-texts.ts'
import { comparePages } from '../../src/content/anchors/element-pages.ts'
import { isPath, languageOf, stepsOf, tagOf } from '../../src/content/anchors/element-path.ts'
import { readElements } from '../../src/content/anchors/elements.ts'
import { pageHtml, pageText, readPageText } from '../../src/content/anchors/page-text.ts'
import { quotedPlace } from '../../src/content/anchors/quoted-place.ts'
import { carryPassages, findPassage, findQuote } from '../../src/content/anchors/reanchor.ts'
import { renderedChanges } from '../../src/content/anchors/rendered-changes.ts'
import { inMarkdown, lineAt, readPage } from '../../src/content/anchors/source-places.ts'
import { WordLines } from '../../src/content/anchors/word-lines.ts'
import { cutToBytes, oneLine } from '../../src/content/characters.ts'
import { changes } from '../../src/content/diff/changes.ts'
import { comparison } from '../../src/content/diff/comparison.ts'
import { linesOf, unified, unifiedJson } from '../../src/content/diff/diff.ts'
import { keepBoth } from '../../src/content/diff/keep-both.ts'
import { merge3, mergeParts } from '../../src/content/diff/merge.ts'
import { mergedText } from '../../src/content/diff/merge-parts.ts'
import { editedFile, mergedFile } from '../../src/content/diff/new-files.ts'
import { textChanges } from '../../src/content/diff/text-changes.ts'
import { drawPage } from '../../src/content/drawing/draw-page.ts'
import { markdownShape } from '../../src/content/drawing/markdown-shape.ts'
import { fillOf, leadingColors, readStyle, strongColors } from '../../src/content/drawing/strong-colors.ts'
import { escapeHtml } from '../../src/content/escape.ts'
import { beginsAsHtml } from '../../src/content/html/begins-as-html.ts'
import { checkFile } from '../../src/content/html/check-file.ts'
import { formatOf } from '../../src/content/html/format.ts'
import { markTexts, replaceTexts } from '../../src/content/html/text-in-place.ts'
import { readCalloutMark } from '../../src/content/markdown/callout-mark.ts'
import { commentTree, readMentions } from '../../src/content/markdown/comment-markdown.ts'
import {
  asTyped,
  holdsMarkdown,
  oneLineOf,
  paragraphsOf,
  textOf,
} from '../../src/content/markdown/comment-tree.ts'
import { partFrontMatter, titleField } from '../../src/content/markdown/front-matter.ts'
import { withoutClosingHashes, withoutHeadingId } from '../../src/content/markdown/heading-ids.ts'
import { HiddenBlocks, isTagWord, withoutHidden } from '../../src/content/markdown/hidden-elements.ts'
import { endTag, HtmlTags } from '../../src/content/markdown/html-tags.ts'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { inlineText } from '../../src/content/markdown/markdown-inline.ts'
import { linkAttributes } from '../../src/content/markdown/markdown-rules.ts'
import { markdownText, wordsOf } from '../../src/content/markdown/markdown-text.ts'
import { slug } from '../../src/content/markdown/outline.ts'
import { isHarmless } from '../../src/content/markdown/regions.ts'
import { isAllowedSourceSet, isAllowedUrl } from '../../src/content/markdown/schema.ts'
import { TableNames } from '../../src/content/markdown/table-names.ts'
import { addressLength } from '../../src/content/markdown/www-links.ts'
import { asParsed } from '../../src/content/parsed-address.ts'
import { readWhole } from '../../src/content/read-whole.ts'
import { escapedPage } from '../../src/content/render/escaped-page.ts'
import { FileSource } from '../../src/content/render/file-source.ts'
import { renderPage } from '../../src/content/render/render-page.ts'
import { beginning } from '../../src/content/text/beginning.ts'
import { describe, describeAll } from '../../src/content/text/describe.ts'
import { matchesIn, onlyPlaces } from '../../src/content/text/find-matches.ts'
import { firstSentences, openingOf } from '../../src/content/text/first-sentences.ts'
import { placedText, readableText } from '../../src/content/text/readable-text.ts'
import { seenOffsets } from '../../src/content/text/seen-offsets.ts'
import { sourceLines, sourceView } from '../../src/content/text/source-lines.ts'
import { searchText } from '../../src/content/text/text-search.ts'
import { sliceText, wholeCharacter } from '../../src/content/text/text-slice.ts'

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
const range = { start: 0, end: 1, text: 'a', prefix: '', suffix: '', source: null }
const onElement = { start: 0, end: 0, text: 'a', prefix: '<p>', suffix: element.cssPath, source: null }
const hanging = [
  { anchor: { textQuote: { exact: 'a' } }, state: 'anchored', range },
  { anchor: element, state: 'anchored', range: onElement },
] as const

// In Markdown a quote that does not stand in the source as it reads is aligned with it: two seconds at most, not measured here.
export const readersOfText: Record<string, (text: string) => unknown> = {
  'anchors/reanchor.ts findPassage': both(async (source, format) => {
    const exact = format === 'html' ? source.slice(-1000).trim() : 'a'
    await findPassage({ source, format }, { textQuote: { exact } })
    await findPassage({ source, format }, element)
  }),
  'anchors/reanchor.ts findQuote': both((source, format) => findQuote({ source, format }, { exact: 'a a' })),
  'anchors/quoted-place.ts quotedPlace': text =>
    quotedPlace(text, { exact: text.slice(-20) }, at => (at < text.length >> 1 ? at : null)),
  'anchors/aligned-texts.ts alignedTexts': text => {
    const there = alignedTexts(text, changed(text), BUDGET)
    for (let at = 0; at < text.length; at += 100) there(at)
  },
  'text/readable-text.ts placedText': text => placedText(text).sourceAt(text.length >> 1),
  'text/seen-offsets.ts seenOffsets': text => seenOffsets(text)(text.length >> 1),
  'anchors/reanchor.ts carryPassages': both((source, format) =>
    carryPassages(
      { source, format },
      { source: changed(source), format },
      hanging.slice(format === 'html' ? 0 : 1),
      BUDGET,
    ),
  ),
  'text/beginning.ts beginning': text => beginning(Buffer.from(text)),
  'html/begins-as-html.ts beginsAsHtml': beginsAsHtml,
  'diff/changes.ts changes': text => changes(linesOf(text), linesOf(changed(text)), BUDGET),
  'characters.ts oneLine': text => oneLine(text, 200),
  'characters.ts cutToBytes': text => cutToBytes(text, text.length / 2),
  'markdown/comment-markdown.ts commentTree': text => commentTree(text.slice(0, 10_000), ['a']),
  'markdown/comment-markdown.ts readMentions': text => readMentions(text.slice(0, 10_000), ['a']),
  'markdown/comment-tree.ts holdsMarkdown': holdsMarkdown,
  'markdown/comment-tree.ts paragraphsOf': paragraphsOf,
  'markdown/comment-tree.ts asTyped': asTyped,
  'markdown/comment-tree.ts textOf': text => textOf(paragraphsOf(text)),
  'markdown/comment-tree.ts oneLineOf': text => oneLineOf(paragraphsOf(text), 200),
  'diff/comparison.ts comparison': text => comparison(text, changed(text), BUDGET),
  'text/describe.ts describe': both((text, format) =>
    describe(Buffer.from(text), { format, byBeginning: true, folded: true }),
  ),
  'text/describe.ts describeAll': text =>
    describeAll([
      { file: chunks(text), format: 'html', folded: true },
      { file: chunks(text), format: 'markdown', folded: true },
    ]),
  'diff/diff.ts linesOf': linesOf,
  'diff/diff.ts unified': text => unified(text, changed(text), labels, BUDGET),
  'diff/diff.ts unifiedJson': text => unifiedJson(text, changed(text), labels, BUDGET),
  'anchors/element-pages.ts comparePages': text =>
    comparePages(readElements(text, null), readElements(changed(text), null), BUDGET),
  'anchors/element-path.ts stepsOf': stepsOf,
  'anchors/element-path.ts isPath': isPath,
  'anchors/element-path.ts tagOf': text => tagOf({ prefix: text }),
  'anchors/element-path.ts languageOf': text => languageOf({ prefix: text }),
  'anchors/elements.ts readElements': text => readElements(text, null),
  'escape.ts escapeHtml': escapeHtml,
  'render/escaped-page.ts escapedPage': text =>
    escapedPage(FileSource.of(text), { theme: 'github', lang: 'en' }, 'busy'),
  'text/find-matches.ts onlyPlaces': text => onlyPlaces(text, [text.slice(0, text.length >> 1), 'a a']),
  'text/find-matches.ts matchesIn': text => matchesIn(text, text.slice(-200), 0),
  'text/first-sentences.ts firstSentences': text => firstSentences(text, 'x'),
  'text/first-sentences.ts openingOf': text => openingOf(text, 'x'),
  'diff/keep-both.ts keepBoth': text => keepBoth(text, changed(text), '\n'),
  'drawing/draw-page.ts drawPage': text => drawPage(markdownShape(text)),
  'drawing/markdown-shape.ts markdownShape': markdownShape,
  'drawing/strong-colors.ts strongColors': strongColors,
  'drawing/strong-colors.ts leadingColors': text => leadingColors(strongColors(text)),
  'drawing/strong-colors.ts readStyle': readStyle,
  'drawing/strong-colors.ts fillOf': text => fillOf(text),
  'html/format.ts formatOf': text => formatOf(`${text}.md`, text),
  'markdown/front-matter.ts partFrontMatter': text => partFrontMatter(`---\n${text}`),
  'markdown/front-matter.ts titleField': text => titleField(`title: ${text}`),
  'html/check-file.ts checkFile': text => drain(checkFile(chunks(text), Number.POSITIVE_INFINITY)),
  'markdown/heading-ids.ts withoutHeadingId': text =>
    withoutHeadingId(`${text} {#a ${text.slice(0, 900)}}`, true),
  'markdown/heading-ids.ts withoutClosingHashes': withoutClosingHashes,
  'markdown/callout-mark.ts readCalloutMark': text => readCalloutMark(`[!note] ${text}`),
  'markdown/hidden-elements.ts withoutHidden': withoutHidden,
  'markdown/hidden-elements.ts isTagWord': isTagWord,
  'markdown/hidden-elements.ts HiddenBlocks': text => {
    const blocks = new HiddenBlocks(text)
    for (let at = 0; at >= 0; at = text.indexOf('\n', at) + 1 || -1)
      blocks.endOf(text.slice(at, at + 200), at)
  },
  'markdown/html-tags.ts endTag': text => endTag(text, 'title', 0),
  'markdown/html-tags.ts HtmlTags': text => {
    const tags = new HtmlTags(text)
    while (tags.next());
  },
  'markdown/markdown.ts renderMarkdown': text => renderMarkdown(text, { linkRel: 'noopener', always: true }),
  'markdown/markdown-inline.ts inlineText': text => inlineText(text.slice(0, 2000)),
  'markdown/markdown-rules.ts linkAttributes': text => linkAttributes(text, 'noopener'),
  'markdown/markdown-text.ts wordsOf': wordsOf,
  'markdown/markdown-text.ts markdownText': text => markdownText(text, text.length, async () => undefined),
  'diff/merge.ts merge3': text => merge3(text, changed(text), `${text}z`, BUDGET),
  'diff/merge-parts.ts mergedText': text => mergedText([text, { base: '', merged: text, by: 'mine' }]),
  'markdown/table-names.ts TableNames': text => {
    const names = new TableNames()
    names.next({ caption: text, heading: '' })
    names.next({ caption: '', heading: text })
  },
  'diff/merge.ts mergeParts': text => mergeParts(text, changed(text), `${text}z`, BUDGET),
  'diff/new-files.ts mergedFile': text => mergedFile(text, changed(text), `${text}z`, BUDGET),
  'diff/new-files.ts editedFile': text => editedFile(text, [{ oldText: text.slice(0, 50), newText: '' }]),
  'markdown/outline.ts slug': slug,
  'anchors/page-text.ts pageHtml': both(pageHtml),
  'anchors/page-text.ts readPageText': text => readPageText(text),
  'anchors/page-text.ts pageText': both(pageText),
  'text/readable-text.ts readableText': both((text, format) => readableText(text, format, 'text')),
  'markdown/regions.ts isHarmless': isHarmless,
  'render/render-page.ts renderPage': text =>
    renderPage(text, { theme: 'github', preview: false, lang: 'en', colours: false }),
  'anchors/rendered-changes.ts renderedChanges': both((source, format) =>
    renderedChanges({ source, format }, { source: changed(source), format }, BUDGET),
  ),
  'parsed-address.ts asParsed': asParsed,
  'markdown/schema.ts isAllowedSourceSet': isAllowedSourceSet,
  'markdown/schema.ts isAllowedUrl': text => isAllowedUrl(text, 'href'),
  'text/source-lines.ts sourceView': text => sourceView(chunks(text), 'html', false),
  'text/source-lines.ts sourceLines': text => sourceLines(text, 'html', false),
  'anchors/source-places.ts readPage': both(readPage),
  'anchors/word-lines.ts WordLines': text => {
    const words = new WordLines()
    for (const piece of text.split(/(?<=\W)/)) {
      words.add(piece, 'folded')
      words.separate()
    }
    return words.lines
  },
  'anchors/source-places.ts lineAt': text => lineAt(text, text.length),
  'anchors/source-places.ts inMarkdown': text =>
    inMarkdown(text, text)({ start: text.length >> 1, end: text.length }),
  'diff/text-changes.ts textChanges': text => textChanges(text, changed(text), BUDGET),
  'html/text-in-place.ts markTexts': markTexts,
  'html/text-in-place.ts replaceTexts': text => replaceTexts(text, [{ node: '2.0', was: 'a', text: 'b' }]),
  'text/text-search.ts searchText': text =>
    searchText(text, { find: text.slice(-200), offset: 0, limit: 100 }),
  'text/text-slice.ts wholeCharacter': text => wholeCharacter(text, text.length >> 1),
  'text/text-slice.ts sliceText': text => sliceText(text, { offset: 1, limit: text.length }),
  'read-whole.ts readWhole': text => readWhole(chunks(text)),
  'markdown/www-links.ts addressLength': text => addressLength(text, 0),
}
async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const handsOver = 'hands a file to a worker and reads none of it'
const keeps = 'keeps or schedules what others made'
const parser = 'part of the parser of pages, measured by renderMarkdown'
const elements = 'works on a tree that was read, measured by carryPassages'
const piece = 'says of one piece what it is'

/** Whole files, and single functions. */
export const notMeasured: Record<string, string> = {
  'anchors/anchor-calls.ts': handsOver,
  'worker-calls.ts': handsOver,
  'text/description-batches.ts': handsOver,
  'render/file-source.ts': handsOver,
  'text/readable.ts': handsOver,
  'render/received-file.ts': handsOver,
  'render/renderer.ts': handsOver,
  'render/worker-process.ts': handsOver,
  'worker.ts': handsOver,
  'render/workers.ts': handsOver,
  'render/cut-pages.ts': keeps,
  'render/fair-schedule.ts': keeps,
  'text/kept-texts.ts': keeps,
  'render/page-cache.ts': keeps,
  'drawing/html-shape.ts HtmlShape': 'is fed by the reader of HTML that describe measures',
  'drawing/link-picture.ts linkPicture': 'draws a name of at most 200 characters and a drawing under 1 KB',
  'markdown/alerts.ts': parser,
  'markdown/formula.ts': parser,
  'markdown/highlight.ts': parser,
  'markdown/markdown-syntax.ts': parser,
  'markdown/cjk-emphasis.ts': parser,
  'markdown/heading-ids.ts headingIds': parser,
  'markdown/hidden-elements.ts hideElements': parser,
  'markdown/latex-delimiters.ts': parser,
  'markdown/math-syntax.ts': parser,
  'markdown/page-state.ts': parser,
  'render/page.ts': parser,
  'markdown/sanitize.ts': parser,
  'markdown/shallow-tree.ts': parser,
  'markdown/task-list.ts': parser,
  'markdown/text-direction.ts': parser,
  'markdown/unclosed-details.ts': parser,
  'markdown/markdown-rules.ts headingText': parser,
  'markdown/markdown-rules.ts anchorLabel': parser,
  'markdown/markdown-rules.ts pageRules': parser,
  'markdown/markdown-rules.ts tableFrame': 'takes a name of at most 80 characters',
  'diff/merge-parts.ts isConflict': piece,
  'diff/merge-parts.ts settledText': piece,
  'markdown/outline.ts Outline': parser,
  'markdown/regions.ts regions': parser,
  'markdown/www-links.ts wwwLinks': parser,
  'anchors/page-text.ts textSteps': elements,
  'anchors/element-source.ts': elements,
  'anchors/followed-element.ts': elements,
  'anchors/same-element.ts': elements,
  'anchors/element-pages.ts childrenOf': elements,
  'anchors/element-pages.ts beside': elements,
  'anchors/element-pages.ts placeAmong': elements,
  'anchors/element-pages.ts likeness': elements,
  'anchors/elements.ts attribute': elements,
  'anchors/elements.ts parentOf': elements,
  'anchors/elements.ts elementAt': elements,
  'anchors/elements.ts saidElement': elements,
  'anchors/elements.ts pathOf': elements,
  'anchors/elements.ts placeOfElement': elements,
  'anchors/elements.ts startTag': elements,
  'anchors/elements.ts wordsIn': elements,
  'html/html-text.ts': 'reads a page for describe, and is measured by it',
  'markdown/comment-tree.ts elementNode': 'makes a node of what is given',
  'render/themes/themes.ts styleOf': 'styles of our own',
  'html/check-file.ts Utf8Check': 'counts bytes as they pass, measured by inspected.ts inspected',
  'html/check-file.ts notSingle': 'words of our own',
}
