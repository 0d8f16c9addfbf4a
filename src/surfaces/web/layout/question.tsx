// A step that asks first: its button, the question with what the step does, and the form that takes it.
import type { ComponentChildren, JSX } from 'preact'
import { parts } from '../words/common.ts'
import { Dialog } from './blocks.tsx'
import type { ButtonKind } from './controls.tsx'
import { Button, Form, type FormProps } from './form.tsx'

export interface QuestionProps {
  /** Id of the dialog; one of its kind on the page. */
  id: string
  /** Text of the button that asks. */
  opens: string
  /** Whole name of that button, where several such buttons stand on the page. */
  label?: string
  /** The class of that button. */
  className?: string
  title: string
  /** Effects of the step, shown before it is taken. */
  children: ComponentChildren
  action: FormProps['action']
  confirm: string
  kind?: ButtonKind
  cancel?: string
}

export const Question = ({
  id,
  opens,
  label,
  className = 'button small',
  title,
  children,
  action,
  confirm,
  kind = 'stop',
  cancel = parts.cancel,
}: QuestionProps): JSX.Element => (
  <>
    <button type="button" class={className} popovertarget={id} aria-label={label}>
      {opens}
    </button>
    <Dialog id={id} title={title}>
      <p>{children}</p>
      <Form action={action}>
        <p class="actions">
          <Button kind={kind}>{confirm}</Button>
          <button type="button" class="button" popovertarget={id} popovertargetaction="hide">
            {cancel}
          </button>
        </p>
      </Form>
    </Dialog>
  </>
)
