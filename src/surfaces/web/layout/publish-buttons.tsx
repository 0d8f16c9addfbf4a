// The ways to publish by hand: `receive-files.ts` acts on them.

import type { JSX } from 'preact'
import { publishing } from '../words/pages.ts'
import { type ButtonSize, buttonClass } from './controls.tsx'
import { Icon } from './icon.tsx'

interface PublishButtonProps {
  label?: string
  size?: ButtonSize
}

/** Opens the system's dialog for files; what is chosen is published. */
export const ChooseButton = ({ label = publishing.choose, size }: PublishButtonProps): JSX.Element => (
  <button type="button" class={buttonClass('primary', size)} data-choose>
    <Icon name="publish" />
    {label}
  </button>
)

/** Publishes the text in the clipboard. */
export const PasteButton = ({ size }: Pick<PublishButtonProps, 'size'>): JSX.Element => (
  <button type="button" class={buttonClass('plain', size)} data-paste>
    <Icon name="paste" />
    {publishing.paste}
  </button>
)
