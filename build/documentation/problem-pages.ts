// A page for every problem code, to which `type` of a problem document leads: what it means and what to do.
import { readFile } from 'node:fs/promises'
import { problems } from '../../src/domain/problem.ts'
import { exitOf } from '../../src/surfaces/cli/failure.ts'
import type { Source } from '../documentation.ts'
import { table } from './table.ts'

/** Reads the advice for each code from the sections of docs/problems.md. */
const advice = async (): Promise<Map<string, string>> => {
  const text = await readFile('docs/problems.md', 'utf8')
  const parts = text.split(/^## /m).slice(1)
  return new Map(
    parts.map(part => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n')).trim()]),
  )
}

export async function problemPages(): Promise<Source[]> {
  const said = await advice()
  const entries = Object.entries(problems)
  const missing = entries.filter(([code]) => !said.has(code)).map(([code]) => code)
  const unknown = [...said.keys()].filter(code => !Object.hasOwn(problems, code))
  if (missing.length + unknown.length > 0)
    throw new Error(`docs/problems.md lacks ${missing.join(', ')} and has unknown ${unknown.join(', ')}.`)
  const rows = entries.map(([code, [status, title]]) => [
    `[\`${code}\`](/docs/problems/${code})`,
    String(status),
    title,
  ])
  return [
    { path: 'problems', markdown: `${opening}\n\n${table(['Code', 'Status', 'Meaning'], rows)}\n` },
    ...entries.map(([code, [status, title]]) => ({
      path: `problems/${code}`,
      markdown: problemText(code, status, title, exitOf(status, code), said.get(code)!),
    })),
  ]
}

const opening = `# Error codes

Every failure is one of these, on every surface: a problem document over REST, a tool error over MCP, an exit code of the command line, a page in the browser. \`detail\` says what happened and what to do next; \`requestId\` is what to name when you ask the operator.`

const problemText = (
  code: string,
  status: number,
  title: string,
  exit: number,
  said: string,
): string => `# ${title}

${said}

| What | Value |
| --- | --- |
| Code | \`${code}\` |
| HTTP status | ${status} |
| Exit code of the command line | ${exit} |

The answer is a problem document. Its \`detail\` says what happened this time, and its \`requestId\` is what to name when you ask the operator.

\`\`\`json
{
  "type": "https://recto.example.com/docs/problems/${code}",
  "title": ${JSON.stringify(title)},
  "status": ${status},
  "code": "${code}"
}
\`\`\`

[All codes](/docs/problems)
`
