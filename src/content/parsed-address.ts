// An address of HTML as browsers understand it.

/** The address as URL parsers read it: without tabs and line ends, and C0 controls and spaces before it; its scheme in small letters. */
export const asParsed = (address: string): string =>
  address
    .replace(/[\t\n\r]+/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
    .replace(/^[\u0000-\u0020]+/, '')
    .replace(/^[A-Za-z]+:/, scheme => scheme.toLowerCase())
