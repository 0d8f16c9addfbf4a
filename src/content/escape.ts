// Text made safe for HTML, inside elements and inside quoted attributes.

const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `text` as HTML that shows exactly it, also within a double-quoted attribute. */
export const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, character => replacements[character]!) : text
