// Texts of any length that made parsers slow: each function takes a length in characters and answers about so many.

const list = (length: number, each: number, part: (n: number) => string): string =>
  Array.from({ length: Math.ceil(length / each) }, (_, n) => part(n)).join('')

const repeated =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length))

const long = (unit: string, start: string) => (length: number) => `${start}${repeated(unit)(length)}x`

export const hostileTexts: Record<string, (length: number) => string> = {
  'headings of 16,000 spaces': length => list(length, 16_005, () => `# a${' '.repeat(16_000)}x\n`),
  'one heading of hashes and spaces': long('# ', '# a'),
  'one line of pipes and dashes': long('|-', '|'),
  'one row of a table': long('a|', '|a|\n|-|\n|'),
  'nested lists': length => {
    const lines: string[] = []
    for (let n = 0, size = 0; size < length; n++, size += 2 * (n % 200) + 4)
      lines.push(`${'  '.repeat(n % 200)}- a\n`)
    return lines.join('')
  },
  brackets: repeated('['),
  'link openers': repeated('[a]('),
  emphases: repeated('*a_ '),
  'runs of backticks': length => list(length, 50, n => `${'`'.repeat(1 + (n % 98))} `),
  entities: repeated('&amp'),
  addresses: repeated('www.a.b '),
  'closing brackets of an address': long(')', 'www.a.b/'),
  'equal headings': repeated('# a\n'),
  'open tags': repeated('<div>'),
  'open tags of hidden elements': repeated('<select>'),
  'open tags of a drawing': repeated('<svg><b>'),
  'nested drawings': length => `a ${'<svg> '.repeat(length / 12)}*b*${'</svg>'.repeat(length / 12)}`,
  'lines that begin with hidden elements': repeated('<title>\n'),
  'lines that begin with styles': repeated('<style>\n'),
  'quoted lines that begin with styles': length => `${'> <style>\n'.repeat(length / 10)}\n</style>`,
  'hidden elements closed at the end': length => `${'<title>\n'.repeat(length / 8)}\n</title>`,
  'tags cut within': long('<title a="', '<div '),
  'open details': repeated('a <details> '),
  players: repeated('<video a>'),
  'open comments': repeated('<!--'),
  attributes: length => `<p ${list(length, 8, n => `a${n}=b `)}>x</p>`,
  elements: length => list(length, 30, n => `<p data-id=i${n}>word ${n}</p>\n`),
  'equal elements': repeated('<div>a</div>'),
  'invisible signs': repeated('a\u200b'),
}
