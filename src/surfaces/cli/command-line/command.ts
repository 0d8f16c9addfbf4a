// The flags and arguments that a command takes, as data: the same for derived commands and those written by hand.

export interface Flag {
  /** Kebab-case, without dashes. */
  name: string
  /** Name of the value it fills. */
  field: string
  type: 'text' | 'integer' | 'boolean' | 'list'
  description?: string
  values?: readonly string[]
  /** Values that completion offers beside what else may stand there. */
  offered?: readonly string[]
  required?: true
  /** One letter, as in -o. */
  letter?: string
  /** Stand-in for its value in help; else its name or its values. */
  placeholder?: string
}

export interface Command {
  /** Words after `recto`, for example `publish` or `admin verify`. */
  name: string
  summary: string
  /** Given by position, in order; a `list` takes all that are left. */
  positional: readonly Flag[]
  flags: readonly Flag[]
  /** Lines below the flags in its help. */
  more?: readonly string[]
}

/** Values given on the command line, by field. */
export type Values = Readonly<Record<string, unknown>>
