// How the source looks: our tokens for the editor's parts and for the kinds of words.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const parts = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--sheet)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5rem' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '12px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--accent) 24%, var(--sheet))',
  },
  '.cm-gutters': {
    background: 'none',
    color: 'var(--ink-3)',
    border: '0',
    paddingInlineStart: '12px',
    fontSize: '0.75rem',
  },
  '.cm-line': { paddingInlineStart: '12px', paddingInlineEnd: '16px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'none' },
  '&.cm-focused .cm-activeLine': { background: 'var(--wash)' },
  '.cm-panels': { background: 'var(--wash)', color: 'var(--ink)', fontFamily: 'var(--sans)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontSize: '0.875rem' },
  '.cm-panel.cm-search label': { fontSize: '0.875rem', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name=close]': {
    fontSize: '20px',
    minWidth: '24px',
    minHeight: '24px',
    color: 'inherit',
  },
  '.cm-textfield': {
    background: 'var(--sheet)',
    color: 'var(--ink)',
    border: '1px solid var(--edge)',
    fontSize: '0.875rem',
    minHeight: '28px',
  },
  '.cm-textfield::placeholder': { color: 'var(--ink-3)', opacity: '1' },
  '.cm-button': {
    background: 'var(--sheet)',
    color: 'var(--ink)',
    border: '1px solid var(--edge)',
    borderRadius: '3px',
    fontSize: '0.875rem',
    minHeight: '28px',
  },
  '.cm-searchMatch': { background: 'color-mix(in oklab, var(--warn) 30%, var(--sheet))' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--warn)' },
  '.cm-changedLine, .cm-insertedLine': {
    background: 'color-mix(in oklab, var(--done) 12%, var(--sheet)) !important',
  },
  '.cm-changedText': {
    background: 'color-mix(in oklab, var(--done) 26%, var(--sheet)) !important',
    textDecoration: 'none',
  },
  '.cm-deletedChunk': { background: 'color-mix(in oklab, var(--stop) 10%, var(--sheet)) !important' },
  '.cm-deletedText': {
    background: 'color-mix(in oklab, var(--stop) 22%, var(--sheet)) !important',
    textDecoration: 'line-through',
  },
})

const words = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600', color: 'var(--ink)' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.tagName, tags.keyword, tags.typeName], color: 'var(--accent)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--done)' },
  { tag: [tags.attributeName, tags.propertyName, tags.number], color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--ink-3)' },
  { tag: tags.monospace, color: 'var(--ink-2)' },
])

export const look: Extension = [parts, syntaxHighlighting(words)]
