// Blocks that pages are laid out with: texts to copy, secrets, tables, empty lists, banners, menus and dialogs.

import type { ComponentChildren, JSX } from 'preact'
import { parts } from '../words/common.ts'
import { type ButtonKind, buttonClass } from './controls.tsx'
import { Icon, type IconName } from './icon.tsx'

/** Text to copy, in its lines: shown as it is, taken by one click, selectable by hand. */
export const CopyField = ({ text, label, prompt, whole, kind }: CopyFieldProps): JSX.Element => (
  <figure class="copy-field" aria-label={label}>
    <code data-copy-source class={whole ? 'whole' : undefined} tabIndex={whole ? 0 : undefined}>
      {prompt ? text.split('\n').map(asCommand) : text}
    </code>
    <button type="button" class={buttonClass(kind)} data-copy={text}>
      <Icon name="copy" />
      <span data-copy-label>{parts.copy}</span>
    </button>
  </figure>
)

interface CopyFieldProps {
  text: string
  label: string
  /** Each line is a command for a terminal. */
  prompt?: boolean
  /** True where the text stays on one line; a longer one is scrolled. */
  whole?: boolean
  kind?: ButtonKind
}

const asCommand = (line: string): JSX.Element => (
  <span key={line} class="command">
    {line}
  </span>
)

/** A secret at the only moment it can be read. */
export const SecretOnce = ({ secret, title, children }: SecretProps): JSX.Element => (
  <section class="secret" aria-labelledby="secret-title">
    <h2 id="secret-title">{title}</h2>
    <CopyField text={secret} label={title} />
    {children}
  </section>
)

interface SecretProps {
  secret: string
  title: string
  children?: ComponentChildren
}

export interface Column<Row> {
  name: string
  /** The column that says which row this is; it stands first on a phone. */
  heading?: boolean
  /** Numbers and times, set flush right. */
  right?: boolean
  /** A word or a number that is not broken. */
  tight?: boolean
  /** Says by itself what it is, so that a phone shows it without the column's name. */
  bare?: boolean
  cell(row: Row): ComponentChildren
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** The link in the heading answers for the whole row. */
  whole?: boolean
}

/** A table with hairlines, which becomes two-line rows on a phone. */
export const Table = <Row,>({ caption, columns, rows, rowKey, whole }: TableProps<Row>): JSX.Element => (
  <table class={whole ? 'table whole' : 'table'}>
    <caption class="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map(column => (
          <th key={column.name} scope="col" class={classOf(column)}>
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <tr key={rowKey(row)}>{columns.map(column => cellOf(column, row))}</tr>
      ))}
    </tbody>
  </table>
)

const classOf = <Row,>({ right, tight }: Column<Row>): string | undefined =>
  [right && 'right', tight && 'tight'].filter(Boolean).join(' ') || undefined

function cellOf<Row>(column: Column<Row>, row: Row): JSX.Element {
  const content = column.cell(row)
  if (column.heading)
    return (
      <th key={column.name} scope="row">
        {content}
      </th>
    )
  return (
    <td key={column.name} data-label={column.bare ? undefined : column.name} class={classOf(column)}>
      {content}
    </td>
  )
}

/** The card in place of an empty list: it says what belongs there, and how to begin. */
export const EmptyState = ({
  title,
  children,
}: {
  title: ComponentChildren
  children: ComponentChildren
}): JSX.Element => (
  <section class="empty-state">
    <h2>{title}</h2>
    {children}
  </section>
)

export type Signal = 'news' | 'open' | 'done' | 'refused'

const signalIcons: Record<Signal, IconName> = {
  news: 'info',
  open: 'warning',
  done: 'done',
  refused: 'warning',
}

interface BannerProps {
  signal: Signal
  /** Name of the line for those who jump from region to region. */
  label: string
  children: ComponentChildren
}

/** One line across the page about its state. */
export const Banner = ({ signal, label, children }: BannerProps): JSX.Element => (
  <section class={`banner ${signal}`} aria-label={label}>
    <Icon name={signalIcons[signal]} />
    <div>{children}</div>
  </section>
)

interface MenuProps {
  id: string
  label: string
  icon: IconName
  /** Written beside the icon; without it the label is only spoken and shown as a tooltip. */
  word?: string
  className?: string
  attributes?: Record<string, string | boolean>
  children: ComponentChildren
}

/** A button of the header with what it opens. The browser opens and closes it; no script is needed. */
export const Menu = ({ id, label, icon, word, className, attributes, children }: MenuProps): JSX.Element => (
  <>
    <button
      type="button"
      class={`tool ${className ?? ''}`.trim()}
      popovertarget={id}
      aria-label={label}
      title={label}
      {...attributes}
    >
      <Icon name={icon} />
      {word && <span>{word}</span>}
    </button>
    <div id={id} popover="auto" class="menu">
      {children}
    </div>
  </>
)

interface DialogProps {
  id: string
  title: string
  children: ComponentChildren
}

/** Asks before a step that cannot be undone; opened by a button with `popovertarget`, closed by Escape or a click beside. */
export const Dialog = ({ id, title, children }: DialogProps): JSX.Element => (
  <dialog id={id} popover="auto" class="dialog" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </dialog>
)
