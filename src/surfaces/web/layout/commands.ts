// The commands that the palette offers before a search: each page that the reader can go to, in the words of the navigation.

import { common } from '../words/common.ts'
import { palette } from '../words/palette.ts'
import type { Frame } from './dashboard-layout.tsx'
import type { IconName } from './icon.tsx'

export interface Command {
  href: string
  label: string
  icon: IconName
  /** True for a command that is shown whatever is looked for. */
  always?: boolean
  /** Opens the system's dialog for files. */
  chooses?: boolean
}

export const commandsOf = ({ links, mayPublish }: Frame): Command[] => [
  ...(mayPublish
    ? [{ href: '#publish', label: palette.publish, icon: 'publish' as const, always: true, chooses: true }]
    : []),
  ...links.map(({ href, label, icon }) => ({ href, label, icon })),
  ...(links.some(({ href }) => href === '/app/members')
    ? [{ href: '/app/members#invite', label: palette.invite, icon: 'add' as const, always: true }]
    : []),
  { href: '/docs', label: common.docs, icon: 'docs' },
]
