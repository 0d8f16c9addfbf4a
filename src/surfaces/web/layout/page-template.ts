// A page rendered once with marks where its texts go, then filled for each answer: the shape is paid for once.

const open = '\ue000'
const close = '\ue001'
const marks = new RegExp(`${open}([A-Za-z]+)${close}`)

export type PageTemplate = (texts: Readonly<Record<string, string | undefined>>) => string

/** Stands for the text `name` while a template is rendered; two characters of the private area that no text passes through. */
export const mark = (name: string): string => open + name + close

/** A mark for each text, under the same names. */
export const marked = <T extends Record<string, string | undefined>>(texts: T): T =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, mark(name)]])),
  ) as T

/**
 * Turns rendered HTML with marks into a function that fills them. Texts are escaped for elements and
 * double-quoted attributes, the only places where marks may stand.
 */
export function pageTemplate(html: string): PageTemplate {
  const parts = html.split(marks)
  return texts => {
    let page = parts[0]!
    for (let at = 1; at < parts.length; at += 2) page += escapeHtml(texts[parts[at]!] ?? '') + parts[at + 1]!
    return page
  }
}

const special = /[&<>"']/
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, letter => entities[letter]!) : text
