// The agent skill: in the format of Agent Skills, where each agent looks, and every command line in it does what it says.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { skillFolders } from '../../../src/surfaces/cli/commands/skill.ts'
import { fromRoot } from '../../support/project-root.ts'
import { openShell, type Shell, type ShellAnswer } from './program.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let shell: Shell
let text: string

before(async () => {
  desk = await openDesk()
  shell = await openShell(desk.folder, { RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key })
  const source = await readFile(fromRoot('src/surfaces/cli/skill/SKILL.md'), 'utf8')
  text = source.replaceAll('{RECTO_URL}', desk.service.url)
})
after(() => desk.leave())

test('it is in the format of Agent Skills', () => {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)!
  const fields = Object.fromEntries(head!.split('\n').map(line => line.split(/: (.*)/s).slice(0, 2)))
  assert.match(fields.name!, /^[a-z0-9]+(-[a-z0-9]+)*$/)
  assert.ok(fields.description!.length <= 1024 && fields.compatibility!.length <= 500)
  assert.deepEqual(Object.keys(fields), ['name', 'description', 'license', 'compatibility'])
  assert.ok(body!.split('\n').length < 500)
})

describe('recto skill install', () => {
  test('writes it where each agent looks, for a person or a project', async () => {
    for (const [scope, at] of [
      ['person', 'person'],
      ['project', 'project'],
    ] as const) {
      const { code, json } = await desk.run(['skill', 'install', '--scope', scope])
      assert.equal(code, 0)
      assert.equal(json.length, 5)
      for (const folders of Object.values(skillFolders))
        assert.equal(await desk.read(join(folders[at], 'recto/SKILL.md')), text)
    }
    const one = await desk.run(['skill', 'install', 'claude'])
    assert.deepEqual(
      one.json.map(({ agent }: { agent: string }) => agent),
      ['claude'],
    )
  })

  test('writes the same bytes as the server hands out, which name the server', async () => {
    const served = await fetch(`${desk.service.url}/.well-known/agent-skills/recto/SKILL.md`)
    assert.equal(await served.text(), text)
    assert.ok(text.includes(`The server is ${desk.service.url}.`) && !text.includes('{RECTO_URL}'))
  })

  test('refuses an agent it does not know, and a file of somebody else', async () => {
    assert.equal((await desk.run(['skill', 'install', 'clippy'])).code, 2)
    await mkdir(join(desk.folder, 'other/.claude/skills/recto'), { recursive: true })
    await writeFile(join(desk.folder, 'other/.claude/skills/recto/SKILL.md'), '---\nname: mine\n---\n')
    const cwd = join(desk.folder, 'other')
    assert.equal((await desk.run(['skill', 'install', 'claude', '--scope', 'project'], { cwd })).code, 2)
  })
})

/** Not the lines that a filter makes. */
const isOneDocument = (said: string): boolean => said.startsWith('{\n')

/** The command lines of the skill that begin so, without what is said behind them. */
const line = (beginning: string): string => {
  const found = text.split('\n').find(each => each.startsWith(beginning))
  assert.ok(found, `the skill has no ${beginning}`)
  return found.replace(/ +# .*$/, '')
}

describe('the jobs of an agent, by the lines of the skill, each in as few calls as it needs', () => {
  let id: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  const run = async (command: string): Promise<ShellAnswer & { json: any }> => {
    const said = await shell.run(command)
    return { ...said, json: isOneDocument(said.stdout) ? JSON.parse(said.stdout) : undefined }
  }
  const done = async (command: string) => {
    const said = await run(command)
    assert.equal(said.code, 0, `${command}: ${said.stderr}`)
    return said
  }

  test('publish for the company', async () => {
    await desk.write('report.html', '<title>Report</title>\n<p>One.</p>\n\n<p>Two.</p>\n')
    const { json } = await done(line('recto publish report.html --company'))
    assert.match(json.audience, /^Anyone at Company .* can open this\.$/)
    id = json.shortId
  })

  test('update at the link', async () => {
    await desk.write('report.html', '<title>Report</title>\n<p>One, teh report.</p>\n\n<p>Two.</p>\n')
    assert.equal((await done(line('recto publish report.html --update'))).json.version, 2)
  })

  test('update after somebody else did', async () => {
    await desk.run(['edit', id, '--base-version', '2', '--old', 'Two.', '--new', 'Two by another.'])
    await desk.write('report.html', '<title>Report</title>\n<p>First, teh report.</p>\n\n<p>Two.</p>\n')
    assert.equal((await run('recto publish report.html --update')).code, 5)
    const { json, stderr } = await done('recto publish report.html --update --merge')
    assert.deepEqual([json.merged, json.version], [true, 4])
    assert.match(stderr, /recto get/)
    await done(`recto get ${id} -o report.html`)
  })

  test('share with one outsider', async () => {
    const { json } = await done(line('recto share SHORT_ID ben@example.com').replace('SHORT_ID', id))
    assert.deepEqual(json.sharedWith, ['ben@example.com'])
  })

  test('which of my pages names a word', async () => {
    await desk.write('figures.md', '# Quarterly figures\n')
    const page = (await desk.run(['publish', 'figures.md'])).json
    const { json } = await done(line('recto search').split(' && ')[0]!)
    assert.equal(json.data[0].shortId, page.shortId)
  })

  test('read open comments, answer one, make the small edit another asks for and resolve it', async () => {
    await desk.run(['comments', 'add', id, 'Which year?'])
    await desk.run(['comments', 'add', id, 'A typing mistake', '--quote', 'teh report'])
    const listed = await done(line('recto comments list').replace('SHORT_ID', id))
    const [question, mistake] = listed.stdout
      .trim()
      .split('\n')
      .map(each => JSON.parse(each))
    assert.equal(mistake.text, 'teh report')
    await done(line('recto comments reply').replace('SHORT_ID', id).replace('THREAD_ID', question.id))
    const edit = line('recto edit').replace('SHORT_ID', id).replace('--base-version 3', '--base-version 4')
    assert.equal((await done(edit)).json.version, 5)
    assert.equal(
      (await done(line('recto comments resolve').replace('THREAD_ID', mistake.id))).json.status,
      'resolved',
    )
  })

  test('claim a preview, and publish without a credential', async () => {
    await desk.write('page.html', '<title>Preview</title><p>Words')
    const nobody = await shell.run('recto publish page.html', { RECTO_API_KEY: '' })
    assert.equal(nobody.code, 3)
    const preview = await shell.run('recto publish page.html --public-preview', { RECTO_API_KEY: '' })
    const { claimUrl } = JSON.parse(preview.stdout)
    assert.equal((await done(line('recto claim').replace('CLAIM_ADDRESS', claimUrl))).json.name, 'Preview')
  })

  test('go back a version', async () => {
    const [list, restore] = line('recto versions').replaceAll('SHORT_ID', id).split(' && ')
    assert.equal((await done(list!)).json.data[0].version, 5)
    assert.equal((await done(restore!)).json.version, 6)
  })

  test('publish 6 MB', async () => {
    await desk.write('large.html', `<title>Large</title>${'<p>Six megabytes.</p>\n'.repeat(300_000)}`)
    assert.ok((await done('recto publish large.html')).json.size > 6_000_000)
  })

  test('be asked for what policy forbids', async () => {
    await desk.company.setPolicy({ allowExternalSharing: false })
    const { code, stderr } = await run(`recto share ${id} dee@example.com`)
    assert.equal(code, 4)
    const problem = JSON.parse(stderr)
    assert.ok(text.includes(problem.code) && problem.detail.length > 0)
  })
})
