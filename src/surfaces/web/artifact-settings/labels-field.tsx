// The labels of a page: each can be taken off, and what is typed is added by Enter, a comma or on leaving.

import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { type FieldError, Labelled } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { settingWords as words } from '../words/details.ts'

interface LabelsFieldProps {
  labels: readonly string[]
  errors: readonly FieldError[]
  /** `wanted` makes the labels from those that hold by then; `done` hears whether they were saved. */
  save(wanted: (now: readonly string[]) => string[], done?: (isSaved: boolean) => void): void
}

/** The list of labels with its field. Text that is refused stays in the field. */
export function LabelsField({ labels, errors, save }: LabelsFieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  /** Text that is being saved: leaving the field sends it no second time. */
  const pending = useRef('')
  const add = () => {
    const { value } = field.current!
    const added = value
      .split(',')
      .map(label => label.trim())
      .filter(label => label !== '')
    if (added.length === 0 || value === pending.current) return
    pending.current = value
    save(
      now => [...now, ...added],
      isSaved => {
        pending.current = ''
        if (isSaved && field.current!.value === value) field.current!.value = ''
      },
    )
  }
  const remove = (label: string) => {
    field.current!.focus()
    save(now => now.filter(each => each !== label))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const last = labels.at(-1)
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && field.current!.value === '' && last !== undefined) remove(last)
  }
  return (
    <div class="setting whole">
      <Labelled
        name="labels"
        label={words.labels}
        errors={errors}
        control={described => (
          <span class="input-box labels">
            {labels.map(label => (
              <span key={label} class="label">
                <UserText text={label} />
                <button
                  type="button"
                  aria-label={words.removeLabel(plain(label))}
                  onClick={() => remove(label)}
                >
                  <Icon name="cross" size={12} />
                </button>
              </span>
            ))}
            <input
              ref={field}
              id="labels"
              placeholder={words.addLabel}
              autocomplete="off"
              dir="auto"
              onKeyDown={onKeyDown}
              onChange={add}
              {...described}
            />
          </span>
        )}
      />
    </div>
  )
}
