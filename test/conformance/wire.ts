// HTTP as a check of the contract uses it.

export interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a check reads it asserts
  json: any
}

export interface Request {
  method?: string
  headers?: Record<string, string>
  body?: BodyInit
  /** Without the key, also where there is one. */
  anonymous?: true
}

export interface Wire {
  url: string
  send(path: string, request?: Request): Promise<Answer>
  /** The same with the key of a colleague. */
  sendAsColleague(path: string, request?: Request): Promise<Answer>
  /** Publishes a Markdown page with the key; it is taken away at the end. */
  publish(text: string, fields?: Record<string, string>): Promise<Answer>
}

/** By what is so; a text that is answered says why it cannot be looked at here. */
export type WireChecks = Readonly<Record<string, (wire: Wire) => Promise<unknown>>>

/** The parts of a publish. */
export function formOf(text: string, fields: Record<string, string> = {}, name = 'page.md'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([text], name))
  return form
}
