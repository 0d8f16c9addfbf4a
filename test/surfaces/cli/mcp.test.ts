// recto mcp: a client on stdio has the tools of the server, and may publish files of one folder by their path.
import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fromRoot } from '../../support/project-root.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let client: Client

before(async () => {
  desk = await openDesk()
  await mkdir(join(desk.folder, 'work'))
  client = await connect()
})
after(async () => {
  await client?.close()
  await desk.leave()
})

async function connect(
  cwd = join(desk.folder, 'work'),
  more: string[] = [],
  key = desk.company.owner.key,
): Promise<Client> {
  const connected = new Client({ name: 'recto-test', version: '1.0.0' })
  await connected.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [fromRoot('dist/cli/recto.js'), 'mcp', ...more],
      cwd,
      env: { HOME: desk.folder, RECTO_URL: desk.service.url, RECTO_API_KEY: key },
    }),
  )
  return connected
}

// biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
const call = async (name: string, given: Record<string, unknown>): Promise<any> =>
  client.callTool({ name, arguments: given })

test('the tools are those of the server; publish takes a file path too', async () => {
  const { tools } = await client.listTools()
  assert.equal(tools.length, 21)
  const publish = tools.find(({ name }) => name === 'publish')!
  assert.ok(publish.inputSchema.properties!.file_path)
  assert.ok(publish.inputSchema.properties!.content)
})

test('a file is published with its exact bytes, small or large, and updated', async () => {
  const path = join(desk.folder, 'work/page.html')
  await writeFile(path, '\ufeff<title>By path</title>\r\n<p>One')
  const made = await call('publish', { file_path: 'page.html' })
  assert.ok(!made.isError, made.content?.[0]?.text)
  const { short_id, version, name } = made.structuredContent
  assert.deepEqual([version, name], [1, 'By path'])
  assert.equal(
    (await desk.run(['get', short_id, '-o', '-'])).stdout,
    '\ufeff<title>By path</title>\r\n<p>One',
  )
  await writeFile(path, `<title>By path</title>${'<p>A long one.</p>'.repeat(400_000)}`)
  const updated = await call('publish', { file_path: path, short_id, base_version: 1 })
  assert.equal(updated.structuredContent.version, 2)
  const nulls = { content: null, upload_id: null, format: null, note: null, visibility: null }
  const third = await call('publish', { ...nulls, file_path: path, short_id, base_version: '2' })
  assert.equal(third.structuredContent.version, 3, 'null is absence')
  const inline = await call('publish', { ...nulls, file_path: null, content: '# No file' })
  assert.equal(inline.structuredContent.name, 'No file')
  const stale = await call('publish', { file_path: path, short_id, base_version: 1 })
  assert.equal(stale.structuredContent.error.code, 'version_conflict')
})

test('started at home or at the top of the disk, no file is offered or read unless a folder is named', async () => {
  await desk.write('private.md', '# Private')
  for (const folder of [desk.folder, '/']) {
    const elsewhere = await connect(folder)
    const { tools } = await elsewhere.listTools()
    const publish = tools.find(({ name }) => name === 'publish')!
    assert.equal(publish.inputSchema.properties!.file_path, undefined)
    assert.match(publish.description!, /--root FOLDER/)
    const given = { file_path: join(desk.folder, 'private.md') }
    const said = await elsewhere.callTool({ name: 'publish', arguments: given })
    assert.equal(said.isError, true)
    assert.match(JSON.stringify(said.content), /--root FOLDER/)
    await elsewhere.close()
  }
  const chosen = await connect(desk.folder, ['--root', desk.folder])
  const made = await chosen.callTool({ name: 'publish', arguments: { file_path: 'private.md' } })
  assert.ok(!made.isError)
  await chosen.close()
})

test('other tools pass through', async () => {
  const { structuredContent } = await call('get_account', {})
  assert.equal(structuredContent.person.email, desk.company.owner.email)
  const wrong = await call('read_artifact', { short_id: '123456789A' })
  assert.equal(wrong.structuredContent.error.code, 'not_found')
})

describe('a path', () => {
  test('outside the folder, by whatever way, is refused and nothing of it is sent', async () => {
    await desk.write('secret.md', '# Secret')
    await symlink(join(desk.folder, 'secret.md'), join(desk.folder, 'work/link.md'))
    await symlink(desk.folder, join(desk.folder, 'work/up'))
    await mkdir(join(desk.folder, 'work-beside'))
    await writeFile(join(desk.folder, 'work-beside/near.md'), '# Near')
    const paths = [
      '../secret.md',
      join(desk.folder, 'secret.md'),
      'link.md',
      'up/secret.md',
      '../work-beside/near.md',
      '/etc/hostname',
    ]
    for (const file_path of paths) {
      const said = await call('publish', { file_path })
      assert.equal(said.isError, true, file_path)
      assert.match(said.content[0].text, /is outside/, file_path)
    }
    assert.ok(!JSON.stringify((await desk.run(['list', '--all'])).json).includes('Secret'))
  })

  test('to nothing, to a folder, or beside content is refused with what to do', async () => {
    await writeFile(join(desk.folder, 'work/empty.md'), '')
    await writeFile(join(desk.folder, 'work/good.md'), '# Good')
    for (const given of [
      { file_path: 'missing.md' },
      { file_path: '.' },
      { file_path: 'empty.md' },
      { file_path: 'good.md', content: '# Two' },
    ])
      assert.equal((await call('publish', given)).isError, true, JSON.stringify(given))
  })

  test('that is no text is refused, also where a file has the name that it would be read as', async () => {
    for (const given of [{ path: 'good.md' }, ['good.md'], 3, true]) {
      await writeFile(join(desk.folder, 'work', String(given)), '# Not meant')
      const said = await call('publish', { file_path: given })
      assert.equal(said.isError, true, JSON.stringify(given))
      assert.equal(said.structuredContent.error.code, 'invalid_input')
      assert.match(said.content[0].text, /file_path must be text/)
    }
  })
})

test('without a credential it ends with exit 3', async () => {
  const { code } = await desk.run(['mcp'], { env: { RECTO_URL: desk.service.url } })
  assert.equal(code, 3)
})

test('a key that no header can carry is refused without being shown', async () => {
  await assert.rejects(connect(undefined, [], 'recto_u_secret\nmore'), ({ message }: Error) => {
    assert.match(message, /RECTO_API_KEY is not an API key/)
    return !message.includes('secret')
  })
})
