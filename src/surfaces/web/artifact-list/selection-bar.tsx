// The bar of actions for the pages that are selected in the list: labels, who can open them, the trash.

import type { ComponentChildren, JSX } from 'preact'
import { Dialog } from '../layout/blocks.tsx'
import { Select } from '../layout/choices.tsx'
import { buttonClass } from '../layout/controls.tsx'
import { Field, Form, Hidden } from '../layout/form.tsx'
import { Icon, type IconName } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { parts } from '../words/common.ts'
import { bulk, pages } from '../words/pages.ts'

/** Id of the form to which the boxes of the rows belong. */
export const SELECTION = 'selection'

interface SelectionBarProps {
  organization: string
  /** Path of the list with its filters, to which the reader returns after the action. */
  list: string
}

/** The bar that is seen while pages are selected. Each dialog sends the one form to its own address. */
export const SelectionBar = ({ organization, list }: SelectionBarProps): JSX.Element => (
  <Form id={SELECTION} action="/app/delete" class="bulk" aria-label={pages.selected}>
    <Hidden values={{ list }} />
    <strong class="small selected-count">
      <span class="wide-only">{pages.selectedCount}</span>
    </strong>
    <Opener dialog="label-selected" icon="tag">
      {bulk.labels}
    </Opener>
    <Opener dialog="open-selected" icon="people">
      {bulk.who}
    </Opener>
    <Opener dialog="delete-selected" icon="bin" danger>
      {pages.delete}
    </Opener>
    <button type="reset" class="tool" aria-label={parts.cancel} title={parts.cancel}>
      <Icon name="cross" />
    </button>
    <Dialog id="label-selected" title={bulk.labelsOf}>
      <Field name="add" label={bulk.add} hint={bulk.labelsHint} maxLength={400} />
      <Field name="remove" label={bulk.remove} maxLength={400} />
      <Answers dialog="label-selected" action="/app/labels">
        {bulk.change}
      </Answers>
    </Dialog>
    <Dialog id="open-selected" title={bulk.whoCan}>
      <Select name="audience" label={bulk.access} options={audiences(organization)} value="private" />
      <p class="hint">{bulk.whoHint}</p>
      <Answers dialog="open-selected" action="/app/audience">
        {bulk.change}
      </Answers>
    </Dialog>
    <Dialog id="delete-selected" title={pages.deleteSelected}>
      <p>{pages.deleteSelectedHint}</p>
      <Answers dialog="delete-selected" action="/app/delete" stop>
        {pages.deletePages}
      </Answers>
    </Dialog>
  </Form>
)

const audiences = (organization: string) => [
  { value: 'private', label: bulk.private },
  { value: 'company', label: bulk.company(plain(organization)) },
  { value: 'public', label: bulk.public },
]

interface OpenerProps {
  dialog: string
  icon: IconName
  danger?: boolean
  children: ComponentChildren
}

const Opener = ({ dialog, icon, danger, children }: OpenerProps): JSX.Element => (
  <button type="button" class={`button small ${danger ? 'danger' : 'quiet'}`} popovertarget={dialog}>
    <Icon name={icon} /> {children}
  </button>
)

interface AnswersProps {
  dialog: string
  action: string
  stop?: boolean
  children: ComponentChildren
}

const Answers = ({ dialog, action, stop, children }: AnswersProps): JSX.Element => (
  <p class="actions">
    <button type="button" class={buttonClass('quiet')} popovertarget={dialog} popovertargetaction="hide">
      {parts.cancel}
    </button>
    <button type="submit" class={buttonClass(stop ? 'stop' : 'primary')} formAction={action}>
      {children}
    </button>
  </p>
)
