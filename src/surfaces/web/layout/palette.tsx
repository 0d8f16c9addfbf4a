// The palette of the dashboard: one field for pages, people and commands. `open-palette.ts` opens it and fills it.

import type { JSX } from 'preact'
import { common } from '../words/common.ts'
import { palette } from '../words/palette.ts'
import { KeyCap } from './controls.tsx'
import type { Frame } from './dashboard-layout.tsx'
import { Icon, type IconName } from './icon.tsx'

export const Palette = ({ frame }: { frame: Frame }): JSX.Element => (
  <dialog class="palette" aria-label={palette.title} data-palette>
    <form method="get" action="/app" class="palette-field">
      <Icon name="search" />
      <input
        type="text"
        name="q"
        role="combobox"
        aria-label={palette.field}
        aria-expanded="true"
        aria-controls="palette-found"
        aria-autocomplete="list"
        placeholder={palette.field}
        autocomplete="off"
        maxLength={500}
        dir="auto"
      />
      <KeyCap>esc</KeyCap>
    </form>
    <div id="palette-found" role="listbox" aria-label={palette.results} class="palette-found">
      <Group name="pages" title={common.pages} />
      <Group name="people" title={palette.people} />
      <Group name="commands" title={palette.commands}>
        {commandsOf(frame).map(command => (
          <Command key={command.href} {...command} />
        ))}
      </Group>
    </div>
    <p class="palette-none small muted" role="status" data-none hidden>
      {palette.none}
    </p>
  </dialog>
)

interface GroupProps {
  name: 'pages' | 'people' | 'commands'
  title: string
  children?: JSX.Element[]
}

const Group = ({ name, title, children }: GroupProps): JSX.Element => (
  // biome-ignore lint/a11y/useSemanticElements: options of a list box stand in a group
  <div role="group" aria-label={title} data-group={name} hidden={!children}>
    <p class="menu-head" aria-hidden="true">
      {title}
    </p>
    {children}
  </div>
)

interface CommandProps {
  href: string
  label: string
  icon: IconName
  /** Shown whatever is searched for. */
  always?: boolean
  /** Opens the system's dialog for files. */
  chooses?: boolean
}

/** Every way that the reader has, in the words of the navigation. */
const commandsOf = ({ links, mayPublish }: Frame): CommandProps[] => [
  ...(mayPublish
    ? [{ href: '/app', label: palette.publish, icon: 'publish' as const, always: true, chooses: true }]
    : []),
  ...links,
  ...(links.some(({ href }) => href === '/app/members')
    ? [{ href: '/app/members#invite', label: palette.invite, icon: 'add' as const, always: true }]
    : []),
  { href: '/docs', label: common.docs, icon: 'docs' },
]

const Command = ({ href, label, icon, always, chooses }: CommandProps): JSX.Element => (
  <a
    class="menu-item"
    role="option"
    aria-selected="false"
    href={href}
    tabIndex={-1}
    data-always={always}
    data-choose={chooses}
  >
    <Icon name={icon} />
    <span class="cut">{label}</span>
  </a>
)
