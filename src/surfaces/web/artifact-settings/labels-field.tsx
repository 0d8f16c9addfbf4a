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
  /** Answers whether they were saved. */
  save(labels: string[]): Promise<boolean>
}

/** What is typed stays where it was refused. */
export function LabelsField({ labels, errors, save }: LabelsFieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  const add = async (text: string) => {
    const added = text.split(',').map(label => label.trim())
    const isSaved = await save([...labels, ...added.filter(label => label !== '')])
    if (isSaved && field.current!.value === text) field.current!.value = ''
  }
  const remove = (label: string) => {
    field.current!.focus()
    void save(labels.filter(each => each !== label))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { value } = field.current!
    const last = labels.at(-1)
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      if (value.trim()) void add(value)
    } else if (event.key === 'Backspace' && value === '' && last !== undefined) remove(last)
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
              onChange={({ currentTarget: { value } }) => {
                if (value.trim()) void add(value)
              }}
              {...described}
            />
          </span>
        )}
      />
    </div>
  )
}
