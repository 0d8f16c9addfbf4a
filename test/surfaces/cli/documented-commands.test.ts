// Every shell command that the documentation shows, run as it stands against a real server.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import MarkdownIt from 'markdown-it'
import { byHand } from '../../../src/surfaces/cli/command-line/commands-by-hand.ts'
import { findCommand } from '../../../src/surfaces/cli/command-line/find-command.ts'
import { globalFlagsOf, isLocal } from '../../../src/surfaces/cli/command-line/help.ts'
import { type Product, startProduct } from '../../support/product.ts'
import { fromRoot } from '../../support/project-root.ts'
import { openShell, type Shell } from './program.ts'
import { type Desk, manifest, openDesk } from './world.ts'

/** Lines of blocks that cannot run here as they stand, and what runs them instead. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm install --global http://localhost:4400/cli.tgz': 'test/surfaces/cli/served-package.test.ts',
  'npm install --global https://recto.example.com/cli.tgz': 'test/surfaces/cli/served-package.test.ts',
  'recto login --url http://localhost:4400': 'test/surfaces/cli/login.test.ts',
  'recto login --url https://recto.example.com': 'test/surfaces/cli/login.test.ts',
  'recto publish report.html': 'test/surfaces/cli/publish.test.ts',
  'claude mcp add --transport http recto https://recto.example.com/v1/mcp': 'bin/interop',
  'recto events | while read -r event; do notify "$event"; done': 'test/surfaces/cli/events.test.ts',
  'recto comments watch SHORT_ID | while read -r event; do fix "$event"; done':
    'test/surfaces/cli/events.test.ts',
  'curl -H \'Content-Type: application/json\' -d "{\\"token\\":\\"$ID_TOKEN\\",\\"organization\\":\\"$ORGANIZATION\\"}" "$RECTO_URL/auth/ci"':
    'test/behaviours/builds.test.ts',
  'recto admin restore /srv/backup --identity key.txt': 'test/admin/backup-age.test.ts',
  'recto serve': 'test/surfaces/cli/packed.test.ts',
  'recto admin verify': 'test/admin/verify.test.ts',
  'recto admin import acme.recto': 'test/admin/transfer.test.ts',
  "recto admin export 'Acme' acme.recto": 'test/admin/transfer.test.ts',
  'bin/serve': 'test/surfaces/cli/packed.test.ts, as `recto serve`',
}

/** Blocks in another language than the shell's, by language and page, and the test that runs them. */
const otherwise: Readonly<Record<string, string>> = {
  'js docs/guides/client-library.md': 'test/surfaces/client.test.ts',
  'js docs/guides/webhooks.md': 'test/contract/webhook-guide.test.ts',
  'python docs/guides/webhooks.md': 'test/contract/webhook-guide.test.ts',
  'http docs/guides/webhooks.md': 'test/contract/webhook-guide.test.ts',
  'yaml docs/guides/builds.md': 'test/surfaces/ci/action.test.ts',
  'text docs/guides/running.md': 'test/settings.test.ts',
}

interface Block {
  page: string
  line: number
  language: string
  text: string
  isElsewhere: boolean
}

/** The pages that the documentation takes from files, and the front page of the repository. */
function documentedFiles(): string[] {
  const contents: { pages: { source: string }[] }[] = JSON.parse(
    readFileSync(fromRoot('docs/contents.json'), 'utf8'),
  )
  const sources = contents.flatMap(({ pages }) => pages.map(({ source }) => source))
  return [...sources.filter(source => source.endsWith('.md')), 'dist/docs/pages/api.md', 'README.md']
}

const markdown = new MarkdownIt({ html: true })

/** Everything in a page that Markdown reads as code, whatever its fence, its indentation and what it stands in. */
const tokensOf = (page: string) =>
  markdown
    .parse(readFileSync(fromRoot(page), 'utf8'), {})
    .flatMap(token => [token, ...(token.children ?? [])])

const blocksOf = (page: string): Block[] =>
  tokensOf(page)
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ info, content: text, map }) => {
      const [language = '', ...words] = info.trim().split(/\s+/)
      return { page, line: map![0] + 1, language, text, isElsewhere: words.includes('elsewhere') }
    })

/** An order to an agent stands beside the commands that do the same. */
const isPrompt = ({ info }: { info: string }): boolean => info.trim() === 'text tab=Agent'

const inlineOf = (page: string): string[] =>
  tokensOf(page)
    .filter(({ type, content }) => type === 'code_inline' && /^recto [^<]/.test(content))
    .map(({ content }) => content)

const withoutComment = (line: string): string => line.replace(/(^| {2,})#.*$/, '').trim()
const commandsIn = (text: string): string[] => text.split('\n').map(withoutComment).filter(Boolean)
const isOfMachine = ({ text }: Block): boolean => /^recto admin/.test(text)

let desk: Desk
let shell: Shell
before(async () => {
  desk = await openDesk()
  shell = await openShell(desk.folder, {
    RECTO_URL: desk.service.url,
    RECTO_API_KEY: desk.company.owner.key,
    KEY: desk.company.owner.key,
  })
  await cp(fromRoot('ci'), `${desk.folder}/ci`, { recursive: true })
})
after(() => desk.leave())

/** Takes the report out of the record: it is published anew for each example, and a reader has published it once. */
async function forgetReport(): Promise<void> {
  const { files } = JSON.parse(await desk.read('.recto.json').catch(() => '{"files":{}}'))
  for (const name of ['report.md', 'report.html']) delete files[name]
  await desk.write('.recto.json', JSON.stringify({ files }))
}

/** A page of three versions with an open thread, its file and what the names in capitals stand for. */
async function fill(text: string): Promise<string> {
  await forgetReport()
  for (const name of ['report.html', 'page.html'])
    await desk.write(name, '<title>Report</title><p>Sales grew, says teh report.')
  await desk.write('report.md', '# Annual report\n')
  const { shortId } = (await desk.run(['publish', 'report.md'])).json
  for (const words of ['Sales fell.', 'Sales grew, says teh report.']) {
    await desk.write('report.md', `# Annual report\n\n${words}\n`)
    await desk.run(['publish', 'report.md', '--update'])
  }
  const { id } = (await desk.run(['comments', 'add', shortId, 'A question'])).json
  return text
    .replaceAll('SHORT_ID', shortId)
    .replaceAll('THREAD_ID', id)
    .replaceAll('https://recto.example.com', desk.service.url)
    .replaceAll('http://localhost:4400', desk.service.url)
    .replaceAll('recto_u_…', desk.company.owner.key)
}

/** Tells on the side which commands were run and which of them failed, also where the shell would pass over it. */
const witnesses = ['recto', 'curl --fail --silent --show-error'].map(command => {
  const [name] = command.split(' ')
  return `${name}() { echo "${name} $*" >> .run; command ${command} "$@" || { echo "${name} $*" >> .failed; return 1; }; }`
})

/** How often a script names a command, each of which has to be run. */
const callsIn = (text: string): number =>
  commandsIn(text)
    .join('\n')
    .match(/(?<=^|[|;&(]\s*|\b(then|do|else) )(recto|curl) /gm)?.length ?? 0

const lineCount = async (name: string): Promise<number> =>
  (await desk.read(name).catch(() => '')).split('\n').length - 1

const pages = documentedFiles()
const all = pages.flatMap(blocksOf)
const blocks = all.filter(({ language }) => language === 'sh')

/** Throws where a command or a flag in the line is none. */
function requireKnown(line: string): void {
  const words = line
    .replace(/ > .*$/, '')
    .split(' ')
    .slice(1)
  if (['help', '--version'].includes(words[0]!)) return
  const found = findCommand(
    [...byHand, ...manifest.commands],
    words.filter(word => !word.startsWith('-')),
  )
  if ('group' in found) return
  const { name, flags } = found.command
  const known = [...flags, ...globalFlagsOf(isLocal(name))].map(flag => flag.name)
  const given = words.filter(word => word.startsWith('--')).map(word => word.slice(2).replace(/^no-/, ''))
  for (const flag of given) assert.ok(known.includes(flag), `${line}: there is no --${flag}`)
}

describe('the documentation', () => {
  for (const block of blocks.filter(each => !isOfMachine(each) && !each.isElsewhere))
    test(`${block.page}:${block.line} does what it says`, async () => {
      const script = ['set -e', ...witnesses, await fill(block.text)].join('\n')
      for (const told of ['.run', '.failed']) await rm(join(desk.folder, told), { force: true })
      const runs = /\bif\b/.test(block.text) ? 2 : 1
      for (let run = 0; run < runs; run++) {
        const { code, stderr } = await shell.run(script)
        assert.deepEqual([code, await lineCount('.failed')], [0, 0], `${script}\n${stderr}`)
      }
      assert.ok((await lineCount('.run')) >= callsIn(block.text), `not all of it was run: ${script}`)
    })

  describe("on the server's machine", () => {
    let product: Product
    before(async () => {
      product = await startProduct()
    })
    after(() => product.stop())

    for (const block of blocks.filter(each => isOfMachine(each) && !each.isElsewhere))
      test(`${block.page}:${block.line} does what it says`, async () => {
        const made = await desk.run(['publish', 'report.md'], {
          env: { RECTO_URL: product.url, RECTO_API_KEY: product.key },
        })
        const text = block.text.replaceAll('SHORT_ID', made.json.shortId)
        const lines = text.replaceAll('/srv/backup', `${desk.folder}/backup`).split('\n')
        for (const line of lines.filter(each => each.startsWith('recto'))) {
          const env = { RECTO_DATA: product.data, RECTO_URL: product.url }
          const { code, stderr } = await shell.run(line, env)
          // Nobody here has a second factor that could be reset.
          if (line.includes('reset-second-factor'))
            assert.match(stderr, /olga@example.com has no second factor/)
          else assert.deepEqual([code, stderr], [0, ''], line)
        }
      })
  })

  test('marks what is run elsewhere, line by line, and nothing else is on that list', () => {
    const listed = blocks.filter(({ isElsewhere }) => isElsewhere).flatMap(({ text }) => commandsIn(text))
    assert.deepEqual([...new Set(listed)].sort(), Object.keys(elsewhere).sort())
    for (const place of [...Object.values(elsewhere), ...Object.values(otherwise)])
      assert.ok(existsSync(fromRoot(place.split(',')[0]!)), `${place} is not there`)
  })

  test('has no code in a language or a place that nothing runs', () => {
    const other = pages.flatMap(page =>
      tokensOf(page)
        .filter(token => (token.type === 'fence' || token.type === 'code_block') && !isPrompt(token))
        .map(({ info }) => info.trim().split(/\s+/)[0]!)
        .filter(language => language !== 'sh')
        .map(language => `${language} ${page}`),
    )
    assert.deepEqual([...new Set(other)].sort(), Object.keys(otherwise).sort())
    for (const [what, place] of Object.entries(otherwise))
      assert.ok(
        readFileSync(fromRoot(place), 'utf8').includes(basename(what.split(' ')[1]!)),
        `${place} does not read ${what}`,
      )
  })

  test('puts no command behind one that decides in silence whether it runs, or where its failure is not seen', () => {
    for (const { page, line, text } of blocks)
      assert.doesNotMatch(commandsIn(text).join('\n'), /\|\||&&|&$|[;|] *(true|:)/m, `${page}:${line}`)
  })

  test('names in its sentences only commands and flags that there are', () => {
    for (const page of [...pages, 'docs/problems.md', 'SECURITY.md', 'src/surfaces/cli/skill/SKILL.md'])
      for (const line of inlineOf(page)) requireKnown(line)
  })
})
