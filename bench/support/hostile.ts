// Makes the files of a hostile tenant: pages that are expensive to render, and versions that are expensive to compare and merge.
import { chanceFrom } from './chance.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

const lines = (count: number, line: (n: number) => string): string => numbers(count).map(line).join('')

/** Each page differs from the others, so that none is answered from the cache. */
export const hostilePages: Record<string, (page: number) => string> = {
  '20,000 footnotes': page =>
    `# ${page}\n\n${lines(20_000, n => `[^${n}]`)}\n\n${lines(20_000, n => `[^${n}]: x\n\n`)}`,
  'huge tables': page =>
    `# ${page}\n\n|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${`|${'**b** `c`|'.repeat(200)}\n`.repeat(1000)}`,
  'nested lists': page => `# ${page}\n\n${lines(3000, n => `${'  '.repeat(n)}- a\n`)}`,
  'blocks of code': page =>
    `# ${page}\n\n${lines(60, n => `\`\`\`ts\n${`const x${n}: Map<string, number[]> = f(\`\${a}\`, /b+/)\n`.repeat(150)}\`\`\`\n\n`)}`,
  formulas: page => `# ${page}\n\n${lines(8000, n => `$\\frac{x_${n}}{\\sqrt{y^2+${n}}}$ `)}`,
  'headings of 16,000 spaces': page => `# ${page}\n\n${`# a${' '.repeat(16_000)}x\n`.repeat(131)}`,
}

/** About a megabyte in lines of random order, so that two of them have no short difference. */
export function shuffledLines(seed: number): string {
  const chance = chanceFrom(seed)
  return lines(120_000, () => `line ${Math.floor(chance() * 400)}\n`)
}
