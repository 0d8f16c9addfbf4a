// Small things that are pressed or read at a glance: icon buttons, links as buttons, chips, badges, avatars, segments and switches.

import type { ComponentChildren, JSX } from 'preact'
import { parts } from '../words/common.ts'
import { Icon, type IconName } from './icon.tsx'
import { plain } from './text.ts'

type Attributes = Record<`data-${string}` | `aria-${string}`, string | boolean | undefined>

export interface IconButtonProps {
  icon: IconName
  /** Spoken, and shown beside the button on hover and focus. */
  label: string
  /** Written beside the icon, such as a number. */
  children?: ComponentChildren
  /** Without it the button acts by script or opens what `opens` names. */
  href?: string
  /** At the end of a line, where its name would stand outside the window. */
  atEnd?: boolean
  /** Id of what it opens. */
  opens?: string
  attributes?: Attributes
}

/** A square to press. */
export function IconButton({
  icon,
  label,
  children,
  href,
  atEnd,
  opens,
  attributes,
}: IconButtonProps): JSX.Element {
  const shared = {
    class: atEnd ? 'tool at-end' : 'tool',
    'aria-label': label,
    'data-tip': label,
    ...attributes,
  }
  const content = (
    <>
      <Icon name={icon} />
      {children !== undefined && <span>{children}</span>}
    </>
  )
  return href ? (
    <a href={href} {...shared}>
      {content}
    </a>
  ) : (
    <button type="button" popovertarget={opens} {...shared}>
      {content}
    </button>
  )
}

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger' | 'stop'
export type ButtonSize = 'small' | 'usual' | 'large'

/** `primary` is the one next thing to do, once in a view; `danger` names a step, `stop` takes it. */
export const buttonClass = (kind: ButtonKind = 'plain', size: ButtonSize = 'usual'): string =>
  `button ${kind}${size === 'usual' ? '' : ` ${size}`}`

export interface LinkButtonProps {
  href: string
  kind?: ButtonKind
  size?: ButtonSize
  icon?: IconName
  children: ComponentChildren
}

/** A way to another page that looks like a button. */
export const LinkButton = ({ href, kind, size, icon, children }: LinkButtonProps): JSX.Element => (
  <a class={buttonClass(kind, size)} href={href}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
)

export type Tone = 'done' | 'warn' | 'stop' | 'mark' | 'accent'

/** A word on a thing. `mark` belongs to comments alone. */
export const Badge = ({ tone, icon, children }: BadgeProps): JSX.Element => (
  <span class={tone ? `badge ${tone}` : 'badge'}>
    {icon && <Icon name={icon} size={12} />}
    <span>{children}</span>
  </span>
)

interface BadgeProps {
  tone?: Tone
  icon?: IconName
  children: ComponentChildren
}

export interface ChipProps {
  href: string
  icon?: IconName
  /** The filter holds; the link takes it away. */
  on?: boolean
  children: ComponentChildren
}

/** A filter of a list. */
export const Chip = ({ href, icon, on, children }: ChipProps): JSX.Element => (
  <a class="chip" href={href} aria-current={on ? 'true' : undefined}>
    {icon && <Icon name={icon} size={14} />}
    <span>{children}</span>
    {on && <Icon name="cross" size={14} />}
  </a>
)

export interface AvatarProps {
  name: string
  /** Of a person (`colorOf`). */
  color?: number | undefined
  kind?: 'person' | 'agent' | 'organization'
  size?: 'small' | 'usual' | 'large'
  /** The name stands beside it as text. */
  silent?: boolean
}

/** Round is a person, square is an agent or an organization. */
export function Avatar({
  name,
  color = 0,
  kind = 'person',
  size = 'usual',
  silent,
}: AvatarProps): JSX.Element {
  const shown = plain(name)
  const said = silent
    ? { 'aria-hidden': true as const }
    : { role: 'img' as const, 'aria-label': shown || parts.agent, title: shown }
  const sized = size === 'usual' ? '' : ` ${size}`
  if (kind !== 'person')
    return (
      <span class={`avatar agent${sized}`} {...said}>
        <Icon name={kind === 'agent' ? 'agent' : 'company'} />
      </span>
    )
  return (
    <span class={`avatar hue-${color}${sized}`} {...said}>
      {initials(shown)}
    </span>
  )
}

/** First letters of the first and the last word; of an address, the first letter. */
export function initials(name: string): string {
  const words = name
    .split('@')[0]!
    .split(/[\s._-]+/)
    .filter(word => /^[\p{L}\p{N}]/u.test(word))
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return chosen.map(word => [...word][0]!.toLocaleUpperCase('en')).join('') || '?'
}

export interface Segment {
  href: string
  label: string
  current: boolean
  icon?: IconName
  /** How many there are; a list of more than 1,000 is not counted further. */
  count?: number | undefined
}

/** One of a few views of the same thing, side by side. */
export const Segmented = ({
  label,
  segments,
}: {
  label: string
  segments: readonly Segment[]
}): JSX.Element => (
  <nav class="segmented" aria-label={label}>
    {segments.map(({ href, label: word, current, icon, count }) => (
      <a key={href} href={href} aria-current={current ? 'true' : undefined} title={icon && word}>
        {icon ? (
          <>
            <Icon name={icon} />
            <span class="visually-hidden">{word}</span>
          </>
        ) : (
          <>
            {word}
            {count !== undefined && <span class="count num">{count}</span>}
          </>
        )}
      </a>
    ))}
  </nav>
)

export interface SwitchProps {
  name: string
  /** Id of the words beside it. */
  labelledBy: string
  /** Id of what they mean. */
  describedBy?: string
  checked?: boolean
  disabled?: boolean
  /** Acts by script. */
  onSwitch?(on: boolean): void
}

/** On or off; in a form of its own it saves at once. */
export const Switch = ({
  name,
  labelledBy,
  describedBy,
  checked,
  disabled,
  onSwitch,
}: SwitchProps): JSX.Element => (
  <input
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: a check box tells by itself whether it is on
    role="switch"
    class="switch"
    id={name}
    name={name}
    value="on"
    checked={checked}
    disabled={disabled}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
    onChange={onSwitch && (({ currentTarget }) => onSwitch(currentTarget.checked))}
  />
)

/** A key as it stands on the keyboard. */
export const KeyCap = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <span class="key-cap" aria-hidden="true">
    {children}
  </span>
)
