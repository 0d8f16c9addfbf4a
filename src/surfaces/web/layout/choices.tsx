// Fields where one chooses: a list to pick from, and single switches with what each means.

import type { ComponentChildren, JSX } from 'preact'
import { type FieldError, Labelled } from './form.tsx'
import { Icon } from './icon.tsx'
import { plain } from './text.ts'

export interface SelectProps {
  name: string
  label: string
  hint?: ComponentChildren
  options: readonly { value: string; label: string }[]
  value?: string | undefined
  errors?: readonly FieldError[] | undefined
}

/** One of a few; works as the browser draws it. */
export const Select = ({ options, value, ...field }: SelectProps): JSX.Element => (
  <Labelled
    {...field}
    control={described => (
      <SelectControl name={field.name} options={options} value={value} described={described} />
    )}
  />
)

interface SelectControlProps extends Pick<SelectProps, 'name' | 'options' | 'value'> {
  /** Id of the words beside it, where no label stands above. */
  labelledBy?: string
  /** Acts by script. */
  onChoose?(field: HTMLSelectElement): void
  described?: Record<string, string | undefined>
}

/** The list alone, as the control of a setting. */
export const SelectControl = ({
  name,
  options,
  value,
  labelledBy,
  onChoose,
  described,
}: SelectControlProps): JSX.Element => (
  <span class="select">
    <select
      id={name}
      name={name}
      class="input"
      aria-labelledby={labelledBy}
      onChange={onChoose && (({ currentTarget }) => onChoose(currentTarget))}
      {...described}
    >
      {options.map(option => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {plain(option.label)}
        </option>
      ))}
    </select>
    <Icon name="down" />
  </span>
)

export interface CheckProps {
  name: string
  label: ComponentChildren
  checked?: boolean
  disabled?: boolean
  /** Sentences below the label, read with it. */
  children?: ComponentChildren
}

/** A switch that is on where it is checked; an unchecked one sends nothing. */
export const Check = ({ name, label, checked, disabled, children }: CheckProps): JSX.Element => (
  <div class="check">
    <input
      type="checkbox"
      id={name}
      name={name}
      value="on"
      checked={checked}
      disabled={disabled}
      aria-describedby={children ? `${name}-hint` : undefined}
    />
    <label for={name}>{label}</label>
    {children && (
      <div class="hint" id={`${name}-hint`}>
        {children}
      </div>
    )}
  </div>
)
