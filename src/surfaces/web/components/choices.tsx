// Fields where one chooses: a list to pick from, and single switches with what each means.

import type { ComponentChildren, JSX } from 'preact'
import { plain } from '../text.ts'
import type { FieldError } from './form.tsx'

export interface SelectProps {
  name: string
  label: string
  hint?: ComponentChildren
  options: readonly { value: string; label: string }[]
  value?: string | undefined
  errors?: readonly FieldError[] | undefined
}

/** One of a few; works as the browser draws it. */
export function Select({ name, label, hint, options, value, errors }: SelectProps): JSX.Element {
  const error = errors?.find(({ field }) => field === name)?.message
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${name}-error`}>
          {plain(error)}
        </p>
      )}
      <select
        id={name}
        name={name}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described || undefined}
      >
        {options.map(option => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {plain(option.label)}
          </option>
        ))}
      </select>
    </div>
  )
}

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
