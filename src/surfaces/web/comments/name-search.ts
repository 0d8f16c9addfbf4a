// The search for the member whom the letters after @ in a field mean.

import { listNames } from '../../../operations/comments/mentions.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { call } from '../layout/call.ts'

export type Nameable = RowOf<typeof listNames>

const begun = /(?<![@.\\]|[\p{L}\p{N}]_{0,3}|_{4})@([\p{L}\p{N}][^\n@,;:!?()[\]]{0,40}|)$/u

/** Milliseconds without a letter before the server is asked. */
const PAUSE = 120

/** The @ and what follows it up to the caret. */
export const begunIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string | null =>
  selectionStart === selectionEnd ? (begun.exec(value.slice(0, selectionStart))?.[0] ?? null) : null

/**
 * Returns the text that names somebody: the name, in brackets where another name begins with it or it would end too early; people of one
 * name are told apart by their addresses.
 */
export function nameText({ name, email }: Nameable, all: readonly Nameable[]): string {
  const same = all.filter(other => other.name.toLowerCase() === name.toLowerCase())
  if (same.length > 1 || /[[\]@\n]/.test(name)) return `@${email}`
  const isBeginning = all.some(other => other.name.toLowerCase().startsWith(`${name.toLowerCase()} `))
  return isBeginning || !/^[\p{L}\p{N}]/u.test(name) ? `@[${name}]` : `@${name}`
}

export interface NameSearch {
  /** The reader typed into the field. */
  look(field: HTMLTextAreaElement): void
  close(): void
}

/** Shows who was found on the page for the letters typed last, and nobody once it is closed. */
export function nameSearch(id: string, show: (found: readonly Nameable[]) => void): NameSearch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  /** Letters that nobody's name begins with; more of them are not asked for. */
  let nobody: string | null = null

  const close = () => {
    clearTimeout(timer)
    asked += 1
    show([])
  }
  const search = async (field: HTMLTextAreaElement) => {
    const query = begunIn(field)
    if (query === null) return close()
    asked += 1
    const mine = asked
    if (nobody !== null && query.startsWith(nobody)) return close()
    const { data: found } = await call(listNames, { id, query: query.slice(1) }).catch(() => ({ data: [] }))
    nobody = found.length === 0 ? query : null
    if (mine === asked && document.activeElement === field) show(found)
  }
  return {
    look(field) {
      clearTimeout(timer)
      if (begunIn(field) === null) close()
      else timer = setTimeout(() => void search(field).catch(reportError), PAUSE)
    },
    close,
  }
}
