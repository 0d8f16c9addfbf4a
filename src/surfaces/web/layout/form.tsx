// Forms: fields with their label, hint and error, buttons, and the summary of what to mend.

import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { type ButtonKind, type ButtonSize, buttonClass } from './controls.tsx'
import { Icon, type IconName } from './icon.tsx'
import { plain } from './text.ts'

export interface FieldError {
  /** The `name` of the field, or null when it is about the form as a whole. */
  field: string | null
  message: string
}

/** The organization that the forms of a page are made for; empty for guests, and outside the dashboard. */
export const FormOrganization = createContext('')

/** Errors to mend in the form around a field. */
const FormErrors = createContext<readonly FieldError[] | undefined>(undefined)

export interface FormProps extends Omit<JSX.IntrinsicElements['form'], 'method' | 'action' | 'children'> {
  /** A page of our own, so that the browser says that the form came from here. */
  action: `/app${string}`
  /** Errors, each shown at the field that it is about. */
  errors?: readonly FieldError[] | undefined
  children: ComponentChildren
}

/**
 * A form of the dashboard. It says which organization its page was made for, so that it acts in no other one that was
 * gone to in another window meanwhile; without that the server refuses it.
 */
export const Form = ({ errors, children, ...form }: FormProps): JSX.Element => (
  <form method="post" {...form}>
    <input type="hidden" name="organization" value={useContext(FormOrganization)} />
    <FormErrors.Provider value={errors}>{children}</FormErrors.Provider>
  </form>
)

export interface FieldProps {
  name: string
  label: string
  hint?: ComponentChildren
  type?: 'text' | 'email' | 'date' | 'search'
  value?: string | undefined
  errors?: readonly FieldError[] | undefined
  required?: boolean
  autocomplete?: string
  inputMode?: 'numeric' | 'email'
  maxLength?: number
  pattern?: string
  className?: string
  /** Earliest day of a date. */
  min?: string
  /** Id of a list of suggestions. */
  list?: string
  /** Has the focus at once, unless something has to be mended first. */
  focused?: boolean | undefined
}

const about = (errors: readonly FieldError[] | undefined, name: string) =>
  errors?.find(({ field }) => field === name)?.message

/** One text field. Its hint stands below and is read with it; an error takes the hint's place. */
export const Field = (props: FieldProps): JSX.Element => (
  <Labelled {...props} control={described => <input {...inputAttributes(props)} {...described} />} />
)

const inputAttributes = ({ name, value, className, ...props }: FieldProps): InputAttributes => ({
  id: name,
  name,
  type: props.type ?? 'text',
  value: value === undefined ? undefined : plain(value),
  required: props.required,
  autocomplete: props.autocomplete ?? 'off',
  inputMode: props.inputMode,
  maxLength: props.maxLength,
  pattern: props.pattern,
  class: className,
  list: props.list,
  min: props.min,
  autofocus: props.focused && !props.errors?.length,
  dir: 'auto',
})

/** The element's own type ties every `type` to its roles; ours are all plain fields. */
type InputAttributes = Record<string, string | number | boolean | undefined>

interface Described {
  name: string
  label: string
  hint?: ComponentChildren
  errors?: readonly FieldError[] | undefined
}

/** A field's label above its control, and below it the hint, or the error in its place. */
export function Labelled({
  name,
  label,
  hint,
  errors,
  control,
}: Described & { control(described: Record<string, string | undefined>): JSX.Element }): JSX.Element {
  const around = useContext(FormErrors)
  const error = about(errors ?? around, name)
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {control({
        'aria-invalid': error ? 'true' : undefined,
        'aria-describedby': error ? `${name}-error` : hint ? `${name}-hint` : undefined,
      })}
      {hint && !error && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${name}-error`}>
          <Icon name="warning" />
          <span>{plain(error)}</span>
        </p>
      )}
    </div>
  )
}

export interface TextAreaProps extends Described {
  value?: string | undefined
  /** Keeps every letter of a file's own text: invisible ones, and a first empty line, which HTML drops unless another precedes it. */
  exact?: boolean
  rows?: number
  className?: string
  readOnly?: boolean
}

/** Several lines; it grows with them where the browser can. */
export const TextArea = ({
  value = '',
  exact,
  rows = 4,
  className,
  readOnly,
  ...field
}: TextAreaProps): JSX.Element => (
  <Labelled
    {...field}
    control={described => (
      <textarea
        id={field.name}
        name={field.name}
        rows={rows}
        class={className}
        readOnly={readOnly}
        dir="auto"
        spellcheck={false}
        {...described}
      >
        {exact ? `\n${value}` : value.split('\n').map(plain).join('\n')}
      </textarea>
    )}
  />
)

export interface ChoiceProps {
  name: string
  legend: string
  options: readonly { value: string; label: string; hint?: string; disabled?: boolean }[]
  value: string
}

/** Radio buttons, each with a plain sentence. */
export const Choice = ({ name, legend, options, value }: ChoiceProps): JSX.Element => (
  <fieldset class="choice">
    <legend>{legend}</legend>
    {options.map(option => (
      <label key={option.value}>
        <input
          type="radio"
          name={name}
          value={option.value}
          checked={option.value === value}
          disabled={option.disabled}
        />
        <span>
          {option.label}
          {option.hint && <span class="hint">{option.hint}</span>}
        </span>
      </label>
    ))}
  </fieldset>
)

export interface ButtonProps {
  children: ComponentChildren
  kind?: ButtonKind
  size?: ButtonSize
  icon?: IconName
  name?: string
  value?: string
}

/** Sends the form it stands in. */
export const Button = ({ children, kind, size, icon, name, value }: ButtonProps): JSX.Element => (
  <button type="submit" class={buttonClass(kind, size)} name={name} value={value}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/** The errors to mend, each linked to its field; takes the focus when the page comes back. */
export function ErrorSummary({ errors }: { errors?: readonly FieldError[] | undefined }): JSX.Element | null {
  if (!errors?.length) return null
  return (
    <div class="error-summary" role="alert" tabIndex={-1}>
      {errors.map(({ field, message }) => (
        <p key={message}>{field ? <a href={`#${field}`}>{plain(message)}</a> : plain(message)}</p>
      ))}
    </div>
  )
}

/** Hidden fields; what is undefined is left out. */
export const Hidden = ({ values }: { values: Record<string, string | undefined> }): JSX.Element => (
  <>
    {Object.entries(values).map(
      ([name, value]) =>
        value !== undefined && <input key={name} type="hidden" name={name} value={plain(value)} />,
    )}
  </>
)
