// Tells whether a text that comes without a file name is an HTML document; all others are Markdown.

const documentStart =
  /^\uFEFF?(?:\s|<!--(?:(?!-->)[\s\S]){0,10000}-->)*<(?:!doctype\s+html|html|head|body|meta|title|link|style|script)[\s>/]/i

/** Characters of a text that are looked at. */
export const LOOKED_AT = 20_000

/** Tells whether the text begins as an HTML document does. Markdown may hold tags, but does not begin with these. */
export const beginsAsHtml = (text: string): boolean => documentStart.test(text.slice(0, LOOKED_AT))
