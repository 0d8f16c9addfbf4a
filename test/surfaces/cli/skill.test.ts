// The agent skill: in the format of Agent Skills, where each agent looks, and the same bytes wherever it is handed out.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { skillFolders } from '../../../src/surfaces/cli/commands/skill.ts'
import { fromRoot } from '../../support/project-root.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let text: string

before(async () => {
  desk = await openDesk()
  for (const folder of homes) await mkdir(join(desk.folder, folder), { recursive: true })
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

/** The folders by which each agent is known to be on a machine. */
const homes = ['.claude', '.codex', '.cursor', '.gemini', '.config/opencode']

describe('recto skill install', () => {
  test('writes only for the agents on this machine and says which; without any it writes nothing', async () => {
    const home = join(desk.folder, 'home')
    await mkdir(join(home, 'bin'), { recursive: true })
    const env = { HOME: home, PATH: join(home, 'bin'), RECTO_URL: desk.service.url }
    const install = (...words: string[]) => desk.run(['skill', 'install', ...words], { env })
    for (const words of [[], ['--plugin']]) {
      const { code, json } = await install(...words)
      assert.equal(code, 2)
      assert.match(json.detail, /^None of the agents is on this machine: .* Nothing was written\./)
    }
    assert.deepEqual(await readdir(home), ['bin'])
    const agents = async () => (await install()).json.map(({ agent }: { agent: string }) => agent)
    await mkdir(join(home, '.codex'))
    assert.deepEqual(await agents(), ['codex'])
    assert.equal(await readFile(join(home, '.agents/skills/recto/SKILL.md'), 'utf8'), text)
    await writeFile(join(home, 'bin/gemini'), '')
    assert.deepEqual(await agents(), ['codex', 'gemini'])
    for (const folder of homes) await mkdir(join(home, folder), { recursive: true })
    assert.deepEqual(await agents(), Object.keys(skillFolders))
  })

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

describe('recto skill install --plugin', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  const parsed = async (path: string): Promise<any> => JSON.parse(await desk.read(path))
  const server = () => `${desk.service.url}/v1/mcp`
  const [, description] = /^description: (.+)$/m.exec(
    readFileSync(fromRoot('src/surfaces/cli/skill/SKILL.md'), 'utf8'),
  )!
  const named = { name: 'recto', version: '0.0.0-test', description: description! }

  test('follows no link out of a project, neither a file nor a folder, there or dangling', async () => {
    const outside = join(desk.folder, 'outside')
    const install = async (name: string, path: string, target: string) => {
      const cwd = join(desk.folder, name)
      await mkdir(join(cwd, dirname(path)), { recursive: true })
      await symlink(target, join(cwd, path))
      return desk.run(['skill', 'install', 'claude', '--scope', 'project'], { cwd })
    }
    await mkdir(outside)
    for (const [name, path] of Object.entries({
      agent: '.claude',
      skills: '.claude/skills',
      skill: '.claude/skills/recto',
    })) {
      const there = await install(`${name}-there`, path, outside)
      assert.deepEqual([there.code, await readdir(outside)], [2, []], path)
      assert.match(there.json.detail, /leads out of this folder by a link/)
      const dangling = await install(`${name}-dangling`, path, join(outside, 'nothing'))
      assert.deepEqual([dangling.code, await readdir(outside)], [2, []], path)
    }
    const file = '.claude/skills/recto/SKILL.md'
    const dangling = await install('file-dangling', file, join(outside, 'SKILL.md'))
    assert.deepEqual([dangling.code, await readdir(outside)], [0, []])
    assert.equal(await desk.read(`file-dangling/${file}`), text)
    await writeFile(join(outside, 'SKILL.md'), '---\nname: recto\n---\nOlder')
    const there = await install('file-there', file, join(outside, 'SKILL.md'))
    assert.deepEqual([there.code, await desk.read(`file-there/${file}`)], [0, text])
    assert.match(await readFile(join(outside, 'SKILL.md'), 'utf8'), /Older$/)
    await mkdir(join(desk.folder, 'within', 'shared'), { recursive: true })
    const within = await install('within', '.claude', join(desk.folder, 'within', 'shared'))
    assert.deepEqual([within.code, await desk.read('within/shared/skills/recto/SKILL.md')], [0, text])
  })

  test('writes a plugin in the format of each agent that has them, with the skill and the tools of the server', async () => {
    await desk.run(['skill', 'install'])
    const { code, json } = await desk.run(['skill', 'install', '--plugin'])
    assert.equal(code, 0)
    assert.deepEqual(
      json.map(({ agent }: { agent: string }) => agent),
      ['claude', 'codex', 'cursor', 'gemini'],
    )
    const about = { ...named, author: { name: 'Recto' }, homepage: desk.service.url, license: 'MIT' }
    assert.deepEqual(await parsed('.claude/skills/recto/.claude-plugin/plugin.json'), about)
    assert.deepEqual(await parsed('.claude/skills/recto/.mcp.json'), {
      mcpServers: { recto: { type: 'http', url: server() } },
    })
    assert.deepEqual(await parsed('.codex/plugins/recto/.codex-plugin/plugin.json'), {
      ...about,
      skills: './skills/',
      mcpServers: './.mcp.json',
      interface: { displayName: 'Recto', category: 'Productivity', websiteURL: desk.service.url },
    })
    assert.equal((await parsed('.codex/plugins/recto/.mcp.json')).mcpServers.recto.url, server())
    assert.deepEqual(await parsed('.cursor/plugins/local/recto/.cursor-plugin/plugin.json'), about)
    assert.deepEqual(await parsed('.cursor/plugins/local/recto/mcp.json'), {
      mcpServers: { recto: { url: server() } },
    })
    assert.deepEqual(await parsed('.gemini/extensions/recto/gemini-extension.json'), {
      ...named,
      mcpServers: { recto: { httpUrl: server() } },
    })
    for (const folder of [
      '.claude',
      '.codex/plugins/recto',
      '.cursor/plugins/local/recto',
      '.gemini/extensions/recto',
    ])
      assert.equal(await desk.read(join(folder, 'skills/recto/SKILL.md')), text)
    for (const alone of ['.agents', '.cursor', '.gemini'])
      await assert.rejects(desk.read(join(alone, 'skills/recto/SKILL.md')), { code: 'ENOENT' })
  })

  test('lists the plugin for Codex beside what is listed there, and refuses a list that it cannot read', async () => {
    const catalog = '.agents/plugins/marketplace.json'
    const other = { name: 'other', source: './plugins/other' }
    const mine = { name: 'mine', interface: { displayName: 'Mine' }, plugins: [other, { name: 'recto' }] }
    await desk.write(catalog, JSON.stringify(mine))
    for (const _ of [1, 2]) {
      const { code, json } = await desk.run(['skill', 'install', 'codex', '--plugin'])
      assert.deepEqual([code, json[0].next], [0, 'codex plugin add recto@mine'])
    }
    assert.deepEqual(await parsed(catalog), {
      ...mine,
      plugins: [
        other,
        {
          name: 'recto',
          source: { source: 'local', path: './.codex/plugins/recto' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: 'Productivity',
        },
      ],
    })
    await desk.write(catalog, '[]')
    const refused = await desk.run(['skill', 'install', 'codex', '--plugin'])
    assert.deepEqual([refused.code, await desk.read(catalog)], [2, '[]'])
  })

  test('writes into a project what agents find there, and refuses what they do not have', async () => {
    await mkdir(join(desk.folder, 'project'))
    const cwd = join(desk.folder, 'project')
    const install = (...words: string[]) => desk.run(['skill', 'install', ...words, '--plugin'], { cwd })
    const { json } = await install('--scope', 'project')
    assert.deepEqual(
      json.map(({ path }: { path: string }) => path),
      [join(cwd, '.claude/skills/recto'), join(cwd, 'plugins/recto')],
    )
    const { plugins } = await parsed('project/.agents/plugins/marketplace.json')
    assert.equal(plugins[0].source.path, './plugins/recto')
    for (const words of [['opencode'], ['gemini', '--scope', 'project']])
      assert.equal((await install(...words)).code, 2, words.join(' '))
    await mkdir(join(cwd, '.gemini/extensions/recto'), { recursive: true })
    await desk.write('project/.gemini/extensions/recto/gemini-extension.json', '{ "name": "another" }')
    const env = { HOME: cwd, RECTO_URL: desk.service.url }
    assert.equal((await desk.run(['skill', 'install', 'gemini', '--plugin'], { cwd, env })).code, 2)
  })
})
