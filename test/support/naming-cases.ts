// Comments beside how often each names Bob, for all that reads them: what notifies, what is drawn and what is mailed.

/** Every comment is a paragraph of its own kind; `@Bob` stands for any member. */
export const namingCases: readonly (readonly [body: string, times: number])[] = [
  ['@Bob, **@Bob** and *@[Bob]*', 3],
  ['# For @Bob #\n> @Bob\n> - see\n>   @Bob\n\n1. [ ] @Bob', 4],
  ['| @Bob | b |\n|---|---|\n| `@Bob` | @Bob | @Bob |\n| @Bob |', 3],
  ['For @Bob\n\tnot code @Bob\n===', 2],
  ['    @Bob', 0],
  ['- a\n\n      @Bob', 0],
  ['```\n@Bob\n```\n@Bob', 1],
  ['~~~ts\n@Bob', 0],
  ['> ```\n> @Bob\n@Bob', 1],
  ['`@Bob` ``@Bob ` @Bob`` @Bob', 1],
  ['`one\n@Bob`', 0],
  ['`one\n\n@Bob`', 1],
  ['\\`@Bob\\`', 1],
  ['one ` tick @Bob', 1],
  ['\\@Bob \\\\ x@Bob', 0],
  ['https://e.example/@Bob', 0],
  ['<https://e.example/@Bob> www.e.example/@Bob mailto:@Bob@e.example', 0],
  ['[x](https://e.example/@Bob) [x](https://e.example "@Bob")', 0],
  ['[x @Bob](https://e.example)', 1],
  ['[https://e.example/@Bob](https://e.example/@Bob)', 0],
  ['[x][a] @Bob\n\n[a]: https://e.example/@Bob', 1],
  ['[a]: https://e.example/@Bob\n[x][a] @Bob', 1],
  ['[a]: https://e.example/@Bob', 0],
  ['![@Bob](https://e.example/a.png) @Bob', 1],
  ['https://e.example/ @Bob (https://e.example)@Bob', 2],
  ['@[Bob](https://e.example/@Bob)', 1],
  ['<b title="@Bob">', 1],
  [`${'> '.repeat(40)}@Bob`, 0],
]

/** A member, by the names that the cases below use. */
export interface CaseMember {
  name: string
  /** The part of the address before its @. */
  part: string
  address: string
}

/** Comments that name one member in several ways, each beside the words that do, as they stand in it. */
export const spelledCases = ({ name, part, address }: CaseMember): [body: string, words: string[]][] => [
  [`@${address}`, [address]],
  [`@${part}, look`, [part]],
  [`@[${address}] and @[${part}] and @[${name}]`, [address, part, name]],
  [`Ask @${address}. Or @${part}.`, [address, part]],
  [`@${address}, @${address.toUpperCase()}`, [address, address.toUpperCase()]],
  [`**@${address}**, *@${part}* and ~~@[${address}]~~`, [address, part, address]],
  [`_@${part}_, __@${address}__ and _@[${name}]_, not @${part}_x`, [part, address, name]],
  [`- @${address}\n- [ ] @${part}\n  1. @[${name}]`, [address, part, name]],
  [`# For @${address} #\n> @${part}\n\n@${name}\n===`, [address, part, name]],
  [
    `| @${address} | b |\n|---|---|\n| \`@${part}\` | @[${name}] |\n| x \\| @${part} |`,
    [address, name, part],
  ],
  [`[x][a] @${address}\n\n[a]: https://e.example/@${part}`, [address]],
  [`[a]: https://e.example/@${address}\n[x][a] @${part}`, [part]],
  [`\`@${address}\` \\@${part}\n\n    @${address}`, []],
  [`[to @${address}](https://e.example) ![@${part}](https://e.example/a.png)`, [address]],
  [`<${address}> ${address} x@${address} @x${address} @@${part}`, []],
  [`https://e.example/@${address} (https://e.example)@${part}`, [part]],
  [`\`\`\`\n${Array.from({ length: 30 }, (_, n) => `@none${n}`).join(' ')}\n\`\`\`\n@${address}`, [address]],
  [
    `${Array.from({ length: 30 }, (_, n) => `@${part} x${n}`).join('\n')}\n@${address}`,
    [...Array(30).fill(part), address],
  ],
]
