// Surfaces that hold content or stand in while it loads: cards, settings, rows, leaves, skeletons, progress, popovers, toasts.

import type { ComponentChildren, JSX } from 'preact'
import { parts } from '../words/common.ts'
import { Icon } from './icon.tsx'

/** A bordered sheet for things that belong together. */
export const Card = ({
  padded,
  children,
}: {
  padded?: boolean
  children: ComponentChildren
}): JSX.Element => <div class={padded ? 'card padded' : 'card'}>{children}</div>

interface SettingsGroupProps {
  id: string
  title: string
  children: ComponentChildren
}

/** Settings under one heading, in a card. */
export const SettingsGroup = ({ id, title, children }: SettingsGroupProps): JSX.Element => (
  <section class="settings-group" id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    <div class="card">{children}</div>
  </section>
)

interface SettingProps {
  label: ComponentChildren
  /** Id of the label, for a control that is named by it; that of the hint ends in `-hint`. */
  labelId?: string
  hint?: ComponentChildren
  /** The control stands below and takes the whole width. */
  whole?: boolean
  /** The control stays beside its words on a phone too, as a switch does. */
  kept?: boolean
  /** The control. */
  children?: ComponentChildren
}

/** One setting: its name, a hint, and the control, which saves at once. */
export const Setting = ({ label, labelId, hint, whole, kept, children }: SettingProps): JSX.Element => (
  <div class={['setting', whole && 'whole', kept && 'kept'].filter(Boolean).join(' ')}>
    <div>
      <span class="label-text" id={labelId}>
        {label}
      </span>
      {hint && (
        <span class="hint" id={labelId && `${labelId}-hint`}>
          {hint}
        </span>
      )}
    </div>
    {children}
  </div>
)

export interface RowsColumn {
  name: string
  /** `second` goes on a phone, `third` below 1000 pixels. */
  level?: 'second' | 'third'
  /** The way to the list in this column's order. */
  href?: string
  sorted?: boolean
}

interface RowsProps {
  label: string
  columns: readonly RowsColumn[]
  /** Each row begins with a check box. */
  selectable?: boolean
  /** Sets `--columns` where the list differs from that of pages. */
  className?: string
  children: ComponentChildren
}

/** A list whose rows are links, with what each column is above it. */
export const Rows = ({ label, columns, selectable, className, children }: RowsProps): JSX.Element => (
  <div class={['rows', !selectable && 'unselectable', className].filter(Boolean).join(' ')}>
    <div class="rows-head">
      {selectable && <span />}
      {columns.map(({ name, level, href, sorted }) => (
        <span key={name} class={level} data-sorted={sorted}>
          {href ? (
            <a href={href} aria-current={sorted ? 'true' : undefined}>
              {name}
              {sorted && <Icon name="down" size={12} />}
            </a>
          ) : (
            name
          )}
        </span>
      ))}
    </div>
    <ul aria-label={label}>{children}</ul>
  </div>
)

interface RowProps {
  /** The check box of the row, named for what it selects. */
  select?: JSX.Element | undefined
  /** Drawing and name. */
  lead: ComponentChildren
  children?: ComponentChildren
}

export const Row = ({ select, lead, children }: RowProps): JSX.Element => (
  <li class="row">
    {select}
    <div class="lead-cell">{lead}</div>
    {children}
  </li>
)

/** A page in miniature. Without a drawing of its own it is a sheet with a title and some lines. */
export const Leaf = (): JSX.Element => (
  <svg class="leaf-drawing" viewBox="0 0 40 52" aria-hidden="true">
    <path
      class="leaf-paper"
      d="M3 .5h24L39.5 13v36a2.5 2.5 0 0 1-2.5 2.5H3A2.5 2.5 0 0 1 .5 49V3A2.5 2.5 0 0 1 3 .5z"
    />
    <path class="leaf-corner" d="M27 .5 39.5 13H29.5A2.5 2.5 0 0 1 27 10.5z" />
    <path class="leaf-title" d="M6 10h14v3H6z" />
    <path class="leaf-lines" d="M6 19h28v2H6zM6 24h28v2H6zM6 29h20v2H6zM6 37h28v2H6zM6 42h24v2H6z" />
  </svg>
)

/** Stands for rows that are on their way, after 200 ms. */
export const LoadingRow = (): JSX.Element => (
  <div class="line" role="status" aria-label={parts.loading}>
    <span class="skeleton leaf-shape" />
    <span class="stack tight grow">
      <span class="skeleton long" />
      <span class="skeleton short" />
    </span>
  </div>
)

interface ProgressProps {
  label: string
  /** In hundredths; without it the bar says only that something goes on. */
  value?: number
  /** Such as "6.2 of 9.8 MB". */
  words?: string
}

/** The progress of something that takes more than a second. */
export const Progress = ({ label, value, words }: ProgressProps): JSX.Element => (
  <div class="stack tight">
    <p class="line small">
      <span class="grow cut">{label}</span>
      {words && <span class="muted num">{words}</span>}
    </p>
    <progress class="progress" max={100} value={value} aria-label={label} />
  </div>
)

interface PopoverProps {
  id: string
  label: string
  children: ComponentChildren
}

/** Opens at its button (`popovertarget`); on a phone from below. */
export const Popover = ({ id, label, children }: PopoverProps): JSX.Element => (
  <section id={id} popover="auto" class="popover beside-button" aria-label={label}>
    {children}
  </section>
)

/** Says what just happened, with a button that undoes it. It stays six seconds, and while it is hovered or focused. */
export const Toast = ({
  children,
  undo,
}: {
  children: ComponentChildren
  undo?: JSX.Element
}): JSX.Element => (
  <div class="toast" role="status" data-toast>
    <span>{children}</span>
    {undo}
  </div>
)
