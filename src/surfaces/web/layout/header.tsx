// The header of pages of ours outside the dashboard, and the choice of the theme.

import type { JSX } from 'preact'
import { common } from '../words/common.ts'
import { Menu } from './blocks.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Mark } from './mark.tsx'
import { UserText } from './words.tsx'

const themes: [value: string, word: string, icon: IconName][] = [
  ['light', common.light, 'light'],
  ['dark', common.dark, 'dark'],
  ['auto', common.system, 'auto'],
]

/** Three choices of which one holds; `theme-choice.ts` keeps `aria-pressed` true to it. */
export const ThemeChoice = (): JSX.Element => (
  <fieldset class="bare">
    <legend class="visually-hidden">{common.theme}</legend>
    {themes.map(([value, word, icon]) => (
      <button
        key={value}
        type="button"
        class="menu-item"
        data-theme-choice={value}
        aria-pressed={value === 'auto'}
      >
        <Icon name={icon} />
        <span>{word}</span>
        <Icon name="check" />
      </button>
    ))}
  </fieldset>
)

/** The same choice in one line of a menu. */
export const ThemeSegments = (): JSX.Element => (
  <fieldset class="menu-theme">
    <legend class="visually-hidden">{common.theme}</legend>
    <Icon name="light" />
    <span aria-hidden="true">{common.theme}</span>
    <span class="segmented">
      {themes.map(([value, word, icon]) => (
        <button
          key={value}
          type="button"
          title={word}
          aria-label={word}
          data-theme-choice={value}
          aria-pressed={value === 'auto'}
        >
          <Icon name={icon} />
        </button>
      ))}
    </span>
  </fieldset>
)

export interface EditorBackLink {
  href: string
  label: string
  current?: boolean
}

export interface EditorHeaderProps {
  links?: readonly EditorBackLink[]
  reader?: string | undefined
  /** At the end of the line. */
  action?: JSX.Element | undefined
}

/** Above every page that is ours. */
export const EditorHeader = ({ links = [], reader, action }: EditorHeaderProps): JSX.Element => (
  <header class="desk-header">
    <a class="home" href="/">
      <Mark />
      <span>{common.brand}</span>
    </a>
    {links.length > 0 && (
      <nav aria-label={common.navigation}>
        {links.map(({ href, label, current }) => (
          <a key={href} href={href} aria-current={current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    )}
    <div class="tools">
      <Menu id="theme" label={common.theme} icon="light">
        <ThemeChoice />
      </Menu>
      {action}
      {reader && (
        <form method="post" action="/auth/sign-out" class="sign-out">
          <span class="reader">
            <UserText text={reader} />
          </span>
          <button type="submit" class="tool">
            {common.signOut}
          </button>
        </form>
      )}
    </div>
  </header>
)
