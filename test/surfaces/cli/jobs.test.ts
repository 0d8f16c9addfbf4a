// Twelve jobs of an agent that knows the skill alone, or the help of the command line alone: each in as few calls as it needs, for the audience asked.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fromRoot } from '../../support/project-root.ts'
import { until } from '../../support/until.ts'
import { openShell, type ShellAnswer } from './program.ts'
import { type Desk, openDesk, recto } from './world.ts'

let desk: Desk
let skill: string

before(async () => {
  desk = await openDesk()
  const source = await readFile(fromRoot('src/surfaces/cli/skill/SKILL.md'), 'utf8')
  skill = source.replaceAll('{RECTO_URL}', desk.service.url)
})
after(() => desk.leave())

// biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
type Answer = ShellAnswer & { json: any }

/** An agent in a folder of its own, with `recto` on its path. */
interface Agent {
  knows: 'skill' | 'help'
  write(name: string, text: string): Promise<void>
  /** Runs a command that the agent knows of, and counts it. */
  call(command: string): Promise<Answer>
  /** Runs a command before the job, uncounted. */
  before(command: string): Promise<Answer>
}

interface Job {
  name: string
  /** The number of calls it needs. */
  calls: number
  isSignedIn?: false
  run(agent: Agent): Promise<void>
}

const jobs: Job[] = [
  {
    name: 'publish for the company',
    calls: 1,
    async run(agent) {
      await agent.write('report.html', page('One.'))
      const { json } = await agent.call('recto publish report.html --company')
      assert.match(json.canOpen, /^Anyone at Company .* can open this page\.$/)
      assert.equal(json.url, `${desk.service.url}/${json.shortId}`)
    },
  },
  {
    name: 'update at the link',
    calls: 1,
    async run(agent) {
      const { shortId } = await begun(agent)
      await agent.write('report.html', page('One, changed.'))
      const line = "recto publish report.html --update --merge --note 'Changed'"
      const { json } = await agent.call(line)
      assert.deepEqual([json.shortId, json.version, json.visibility], [shortId, 2, 'private'])
    },
  },
  {
    name: 'update after somebody else did',
    calls: 1,
    async run(agent) {
      const { shortId } = await begun(agent)
      await othersSave(shortId, 'Two.', 'Two by another.')
      await agent.write('report.html', page('First.'))
      const { json, stderr } = await agent.call(
        "recto publish report.html --update --merge --note 'First, not one'",
      )
      assert.deepEqual([json.shortId, json.version, json.merged], [shortId, 3, true])
      assert.equal(await contentOf(shortId), page('First.').replace('Two.', 'Two by another.'))
      assert.match(stderr, /report\.html has the changes of the others too now/)
    },
  },
  {
    name: 'share with one outsider',
    calls: 1,
    async run(agent) {
      const { shortId } = await begun(agent)
      const { json } = await agent.call(`recto share ${shortId} ben@example.com`)
      assert.deepEqual([json.visibility, json.sharedWith], ['private', ['ben@example.com']])
      assert.equal(json.canOpen, 'The owner and ben@example.com can open this page.')
    },
  },
  {
    name: 'tell which of my pages names a word',
    calls: 1,
    async run(agent) {
      const word = `kestrel${Date.now()}`
      const { shortId } = await begun(agent, page(`The ${word}.`))
      await madeByOthers(page(`Also the ${word}.`))
      await until('both are indexed', async () => (await desk.run(['search', word])).json.data.length === 2)
      const { json } = await agent.call(`recto search '${word}' --owner me`)
      assert.deepEqual(
        json.data.map((found: { shortId: string }) => found.shortId),
        [shortId],
      )
    },
  },
  {
    name: 'read open comments and answer one',
    calls: 2,
    async run(agent) {
      const { shortId } = await begun(agent)
      await desk.run(['comments', 'add', shortId, 'Which year?'])
      const { open } = await openComments(agent, shortId)
      assert.equal(open[0].body, 'Which year?')
      const { json } = await agent.call(`recto comments reply ${shortId} ${open[0].id} 'This one.'`)
      assert.equal(json.parentId, open[0].id)
    },
  },
  {
    name: 'make a small edit that a comment asks for and resolve it',
    calls: 3,
    async run(agent) {
      const { shortId } = await made(page('This is teh report.'))
      await othersSave(shortId, 'Two.', 'Two by another.')
      await desk.run(['comments', 'add', shortId, 'A typing mistake', '--quote', 'teh report'])
      const { version, open } = await openComments(agent, shortId)
      assert.deepEqual([version, open[0].text], [2, 'teh report'])
      const edit = `recto edit ${shortId} --base-version ${version} --old 'teh report' --new 'the report'`
      assert.equal((await agent.call(edit)).json.version, 3)
      const { json } = await agent.call(`recto comments resolve ${open[0].id} --reply 'Fixed in version 3.'`)
      assert.equal(json.status, 'resolved')
      assert.match(await contentOf(shortId), /This is the report\./)
    },
  },
  {
    name: 'claim a preview',
    calls: 1,
    async run(agent) {
      await desk.write('page.html', page('Seen by anyone.'))
      const preview = (await desk.run(['publish', 'page.html', '--public-preview'])).json
      const { json } = await agent.call(`recto claim ${preview.claimUrl} --visibility private`)
      assert.deepEqual([json.shortId, json.owner.email], [preview.shortId, desk.company.owner.email])
      assert.equal(json.canOpen, 'Only the owner can open this page.')
    },
  },
  {
    name: 'go back a version',
    calls: 2,
    async run(agent) {
      const { shortId } = await made(page('One.'))
      await othersSave(shortId, 'One.', 'Wrong.')
      const { data } = (await agent.call(`recto versions ${shortId}`)).json
      assert.deepEqual(
        data.map(({ version }: { version: number }) => version),
        [2, 1],
      )
      const { json } = await agent.call(`recto restore ${shortId} 1 --base-version ${data[0].version}`)
      assert.equal(json.version, 3)
      assert.equal(await contentOf(shortId), page('One.'))
    },
  },
  {
    name: 'publish 6 MB',
    calls: 1,
    async run(agent) {
      await agent.write('report.html', page('<p>Six megabytes.</p>\n'.repeat(300_000)))
      const { json } = await agent.call('recto publish report.html')
      assert.equal(json.version, 1)
      assert.equal(json.canOpen, 'Only the owner can open this page.')
    },
  },
  {
    name: 'be asked for what policy forbids and say so',
    calls: 1,
    async run(agent) {
      const { shortId } = await begun(agent)
      await desk.company.setPolicy({ allowExternalSharing: false })
      try {
        const { code, stdout, stderr } = await agent.call(`recto share ${shortId} ben@example.com`)
        assert.deepEqual([code, stdout], [4, ''])
        const problem = JSON.parse(stderr)
        assert.equal(problem.code, 'external_sharing_disabled')
        assert.ok(problem.detail.length > 0)
        if (agent.knows === 'skill') assert.ok(skill.includes(problem.code))
      } finally {
        await desk.company.setPolicy({ allowExternalSharing: true })
      }
    },
  },
  {
    name: 'publish without a credential',
    calls: 1,
    isSignedIn: false,
    async run(agent) {
      await agent.write('report.html', page('Not for the world.'))
      const { code, stdout, stderr } = await agent.call('recto publish report.html')
      assert.deepEqual([code, stdout], [3, ''])
      const { detail } = JSON.parse(stderr)
      for (const way of ['recto login', 'RECTO_API_KEY', '--public-preview'])
        assert.ok(detail.includes(way) && (agent.knows === 'help' || skill.includes(way)), way)
    },
  },
]

const page = (words: string): string => `<title>Report</title>\n<p>${words}</p>\n\n\n<p>Two.</p>\n`

/** The agent published a page from its folder before. */
async function begun(agent: Agent, text = page('One.')): Promise<{ shortId: string }> {
  await agent.write('report.html', text)
  return (await agent.before('recto publish report.html')).json
}

/** A page of the person that the agent acts for, made elsewhere. */
async function made(text: string): Promise<{ shortId: string }> {
  await desk.write('elsewhere.html', text)
  return (await desk.run(['publish', 'elsewhere.html', '--company'])).json
}

/** A page of a colleague. */
async function madeByOthers(text: string): Promise<void> {
  const { key } = await desk.company.join('member')
  await desk.write('theirs.html', text)
  const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: key }
  assert.equal((await desk.run(['publish', 'theirs.html', '--company'], { env })).code, 0)
}

/** Somebody saves a second version. */
async function othersSave(shortId: string, oldText: string, newText: string): Promise<void> {
  const words = ['edit', shortId, '--base-version', '1', '--old', oldText, '--new', newText]
  assert.equal((await desk.run(words)).code, 0)
}

const contentOf = async (shortId: string): Promise<string> =>
  (await desk.run(['get', shortId, '-o', '-'])).stdout

/** Reads the open comments by the filter of the skill, or from the whole answer. */
async function openComments(agent: Agent, shortId: string) {
  const filter = /recto comments list SHORT_ID --jq ('[^']+')/.exec(skill)![1]
  if (agent.knows === 'skill') return (await agent.call(`recto comments list ${shortId} --jq ${filter}`)).json
  const { version, data } = (await agent.call(`recto comments list ${shortId}`)).json
  const open = data.map((thread: Answer['json']) => ({ ...thread, text: thread.current?.text }))
  return { version, open }
}

/** The words of a line as a shell has them. */
const wordsOf = (line: string): string[] => line.match(/'[^']*'|\S+/g) ?? []

/** A line without its values: the command and its flags, and how many values stand among them. */
function shapeOf(line: string): string {
  const [, ...words] = wordsOf(line)
  const command = commandIn(words)
  const rest = words.slice(command.length).map(word => (word.startsWith('-') ? word : '…'))
  return [...command, ...rest].join(' ')
}

const commandIn = (words: readonly string[]): string[] =>
  words.slice(0, words[0] === 'comments' ? 2 : 1) as string[]

/** Every command line that the skill shows. */
function shapesInSkill(): Set<string> {
  const code = [...skill.matchAll(/^```sh\n([\s\S]*?)^```|`(recto [^`]+)`/gm)].map(
    ([, block, span]) => block ?? span!,
  )
  const lines = code.flatMap(text => text.split('\n')).filter(line => line.startsWith('recto '))
  return new Set(lines.map(line => shapeOf(line.replace(/ +# .*$/, ''))))
}

/** The help of the command names each of its flags. */
async function assertInHelp(line: string): Promise<void> {
  const [, ...words] = wordsOf(line)
  const { stdout } = await recto([...commandIn(words), '--help'])
  const known = new Set(stdout.match(/(?<=^ {2,}(?:-\w, )?)--[\w-]+/gm))
  for (const word of words.filter(each => each.startsWith('--')))
    assert.ok(known.has(word), `${line}: ${word}`)
}

async function agentFor(knows: Agent['knows'], { isSignedIn }: Job): Promise<Agent & { calls: string[] }> {
  const folder = await mkdtemp(join(desk.folder, 'agent-'))
  const key = isSignedIn === false ? '' : desk.company.owner.key
  const shell = await openShell(folder, { RECTO_URL: desk.service.url, RECTO_API_KEY: key })
  const calls: string[] = []
  const before = async (command: string): Promise<Answer> => {
    const said = await shell.run(command)
    return { ...said, json: said.code === 0 ? JSON.parse(said.stdout) : undefined }
  }
  return {
    knows,
    calls,
    before,
    write: (name, text) => writeFile(join(folder, name), text),
    async call(command) {
      if (knows === 'help') await assertInHelp(command)
      else assert.ok(shapesInSkill().has(shapeOf(command)), `the skill does not tell: ${command}`)
      calls.push(command)
      return before(command)
    },
  }
}

for (const knows of ['skill', 'help'] as const)
  describe(`by the ${knows} alone`, () => {
    for (const job of jobs)
      test(`${job.name}, in ${job.calls} ${job.calls === 1 ? 'call' : 'calls'} or less`, async () => {
        const agent = await agentFor(knows, job)
        await job.run(agent)
        assert.ok(agent.calls.length > 0 && agent.calls.length <= job.calls, agent.calls.join('\n'))
      })
  })
