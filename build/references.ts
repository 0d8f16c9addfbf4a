// Writes docs/reference from the tables in the code, the icons from their set, and the component for GitLab; with --check it only tells whether they are fresh.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { problems } from '../src/domain/problem.ts'
import { allOperations } from '../src/operations/index.ts'
import { isGap, type Operation } from '../src/operations/kernel/operation.ts'
import { settingsTable } from '../src/settings.ts'
import { keyTable } from '../src/surfaces/web/artifact/keyboard/keys.ts'
import { gitlabComponent } from './gitlab-component.ts'
import { iconShapes } from './icons.ts'

const made = 'This page is written by `bin/check` from the code; edit the code instead.'

const cell = (text: string): string => text.replaceAll('|', '\\|')

const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`

const table = (head: string[], rows: string[][]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map(cells => row(...cells))].join('\n')

function settingsPage(): string {
  const rows = Object.entries(settingsTable).map(([name, { fallback, meaning }]) => [
    `\`${name}\``,
    fallback,
    meaning,
  ])
  return `# Settings\n\n${made}\n\nSettings are environment variables. With none set the service runs on one machine, embedded.\n\n${table(['Name', 'Default', 'Meaning'], rows)}\n`
}

function problemsPage(): string {
  const rows = Object.entries(problems).map(([code, [status, title]]) => [
    `\`${code}\``,
    String(status),
    title,
  ])
  return `# Problems\n\n${made}\n\nEvery failure is one of these, on every surface. \`detail\` says what happened and what to do next.\n\n${table(['Code', 'Status', 'Title'], rows)}\n`
}

function operationsPage(): string {
  const rows = allOperations.map(operation => [
    operation.name,
    operation.summary,
    restCell(operation),
    mcpCell(operation),
    cliCell(operation),
  ])
  return `# Operations\n\n${made}\n\nWhat the service does, and where. A gap carries its reason.\n\n${table(['Operation', 'Does', 'REST', 'MCP', 'Command line'], rows)}\n`
}

function keyboardPage(): string {
  const rows = keyTable.map(({ shown, does }) => [shown.map(keys => `\`${keys}\``).join(' or '), does])
  return `# Keyboard\n\n${made}\n\nThe keys of an artifact's page. Single keys act while the focus is outside the published page and outside fields, and are turned off in the list that \`?\` opens. A key whose target is not on the page does nothing.\n\n${table(['Key', 'Does'], rows)}\n`
}

const gap = (reason: string): string => `not here: ${reason}`

const restCell = ({ rest }: Operation): string =>
  isGap(rest) ? gap(rest.gap) : `\`${rest.method} ${rest.path}\``
const mcpCell = ({ mcp }: Operation): string =>
  isGap(mcp) ? gap(mcp.gap) : `\`${mcp.tool}\`${mcp.public ? ' (also public)' : ''}`
const cliCell = ({ cli }: Operation): string => (isGap(cli) ? gap(cli.gap) : `\`recto ${cli.command}\``)

const files = {
  'docs/reference/settings.md': settingsPage(),
  'docs/reference/problems.md': problemsPage(),
  'docs/reference/operations.md': operationsPage(),
  'docs/reference/keyboard.md': keyboardPage(),
  'src/surfaces/web/layout/icon-shapes.ts': iconShapes(),
  'templates/publish.yml': gitlabComponent(await readFile('ci/publish.sh', 'utf8')),
}

const stale: string[] = []
for (const folder of ['docs/reference', 'templates']) await mkdir(folder, { recursive: true })
for (const [path, text] of Object.entries(files)) {
  const standing = await readFile(path, 'utf8').catch(() => '')
  if (standing === text) continue
  stale.push(path)
  if (!process.argv.includes('--check')) await writeFile(path, text)
}
if (stale.length > 0 && process.argv.includes('--check')) {
  process.stderr.write(
    `Not fresh: ${stale.join(', ')}. Run: node --import ./build/typescript.js build/references.ts\n`,
  )
  process.exitCode = 1
}
