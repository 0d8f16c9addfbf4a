// The excerpt of a page that was found, beside its title.

/** The excerpt without the title, with which most pages begin: it stands above already. */
export const excerptOf = ({ name, snippet }: { name: string; snippet: string }): string =>
  snippet === name || snippet.startsWith(`${name} `) ? snippet.slice(name.length + 1) : snippet
