// The action for GitHub and the component for GitLab, run as runners run them: builds without a stored secret publish, update and comment.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import { clients } from '../../../src/surfaces/web/connect/clients.ts'
import { standIns } from '../../support/build-programs.ts'
import { env, github, gitlab, ours, ruleFor } from '../../support/builds.ts'
import { type Job, type Ran, runAction, runComponent } from '../../support/ci-runner.ts'
import { type GitHub, startGitHub } from '../../support/github.ts'
import { closeConnections, send } from '../../support/http.ts'
import type { Company } from '../../support/people.ts'
import { fromRoot } from '../../support/project-root.ts'
import { type Running, startService } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'
import { proof } from '../../support/world-rest.ts'
import { ends } from '../cli/installed.ts'

let service: Running
let hub: GitHub
let company: Company
let folder: string
const claims = github()
const project = gitlab()

before(async () => {
  const started = await startService({ env })
  if (isSkip(started)) throw new Error(started.skip)
  service = started
  company = await service.organization()
  folder = await mkdtemp(join(tmpdir(), 'recto-action-'))
  hub = await startGitHub(audience => ours.token(audience, claims))
  for (const build of [claims, project]) await makeRule(build)
})

async function makeRule(build: Record<string, unknown>): Promise<void> {
  const { status } = await send(`${service.url}/v1/ci-rules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...proof(service.url, company.owner.session) },
    body: JSON.stringify(ruleFor(build)),
  })
  assert.equal(status, 201)
}

after(async () => {
  closeConnections()
  await hub.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const programs = await standIns({ waits: true })
const cache = () => ({ npm_config_cache: join(folder, '.npm'), npm_config_update_notifier: 'false' })
/** With a command line that is installed for the first build alone. */
const quick = () => ({ ...cache(), PATH: programs })

/** Runs the action with a file of that text. */
async function build(key: string, text: string, more: Partial<Job> & { file?: string } = {}): Promise<Ran> {
  const { file = 'report.md', inputs, ...job } = more
  await writeFile(join(folder, file), text)
  return runAction(folder, {
    env: { ...hub.env, ...quick() },
    ...job,
    inputs: { url: service.url, organization: company.id, key, file, ...inputs },
  })
}

const pages = async (label: string) => {
  const headers = { authorization: `Bearer ${company.owner.key}` }
  return (await send(`${service.url}/v1/artifacts?label=${label}`, { headers })).json.data
}

test('the first build makes a page for the company, the next ones update it, and equal bytes change nothing', async () => {
  const first = await build('report', '# One\n')
  assert.equal(first.code, 0, first.log)
  const { url, ...outputs } = first.outputs
  assert.deepEqual(outputs, {
    ...{ short_id: url!.split('/').at(-1), version: '1' },
    ...{ changes: 'First version', open_threads: '0' },
  })
  assert.match(first.log, /^::add-mask::recto_c_\w{36}$/m)
  assert.equal(first.summary, `### [\`report\`](${url})\n\nVersion 1. First version. Open threads: 0.\n`)
  const again = await build('report', '# One\n')
  assert.deepEqual(
    [again.outputs.url, again.outputs.version, again.outputs.changes],
    [url, '1', 'No changes'],
  )
  const note = { inputs: { note: 'Said "so" & $more' } }
  const changed = await build('report', '# One\n\nTwo\n', note)
  assert.deepEqual([changed.outputs.url, changed.outputs.version], [url, '2'])
  assert.equal(changed.outputs.changes, '+2 −0 lines since v1')
  const [page, ...others] = await pages('report')
  assert.deepEqual([page.visibility, page.owner.kind, others], ['company', 'organization', []])
  const { json } = await send(`${service.url}/v1/artifacts/${page.shortId}/versions/2`, {
    headers: { authorization: `Bearer ${company.owner.key}` },
  })
  assert.equal(json.note, 'Said "so" & $more')
})

test('the step that the page "Connect an agent" shows makes one page and updates it', async () => {
  const text = clients.find(({ id }) => id === 'ci')!.text(service.url, company.id)
  const [step] = parse(text) as [{ with: Record<string, string> }]
  const run = (words: string) => build(step.with.key!, words, { file: step.with.file!, inputs: step.with })
  const first = await run('<title>Report</title><p>One')
  const second = await run('<title>Report</title><p>Two')
  assert.deepEqual([first.code, second.code], [0, 0], first.log + second.log)
  assert.deepEqual([second.outputs.url, second.outputs.version], [first.outputs.url, '2'])
})

test('the steps that docs/guides/builds.md shows for GitHub and GitLab make a page and update it', async () => {
  const guide = await readFile(fromRoot('docs/guides/builds.md'), 'utf8')
  const [github, gitlab, ...more] = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) =>
    parse(text!.replace('https://recto.example.com', service.url).replace('0192f0c1-…', company.id)),
  )
  assert.deepEqual(more, [])
  const { permissions, steps } = github.jobs.report
  assert.equal(permissions['id-token'], 'write')
  const inputs = { ...steps.at(-1).with, token: 'of-the-job' }
  const first = await build(inputs.key, '<p>One', { file: inputs.file, inputs })
  assert.equal(first.code, 0, first.log)
  await writeFile(join(folder, 'report.html'), '<p>Two')
  const give = (audience: string) => ours.token(audience, project)
  const next = String(Number(first.outputs.version) + 1)
  const second = await runComponent(folder, gitlab.include[0].inputs, { env: quick(), give })
  assert.deepEqual(
    [second.outputs.page_url, second.outputs.page_version],
    [first.outputs.url, next],
    second.log,
  )
})

test('with the command line that npm installs from the server, a page is found by its key from its beginning: no build can be killed between the two', async () => {
  const first = await build('begun', '# One\n', { env: { ...hub.env, ...cache() } })
  assert.equal(first.code, 0, first.log)
  const headers = { authorization: `Bearer ${company.owner.key}` }
  const feed = `${service.url}/v1/events?artifact=${first.outputs.short_id}`
  const { data } = (await send(feed, { headers })).json
  assert.deepEqual(
    data.map(({ type }: { type: string }) => type),
    ['artifact.published'],
  )
})

test('two first builds at once make one page: equal ones both name it, another one updates it', async () => {
  const equal = await Promise.all([
    build('twice', '# Same\n', { file: 'a.md' }),
    build('twice', '# Same\n', { file: 'a.md' }),
  ])
  const done = equal.filter(({ code }) => code === 0)
  assert.ok(done.length > 0, equal[0]!.log)
  assert.equal(new Set(done.map(({ outputs }) => outputs.url)).size, 1)
  assert.equal((await pages('twice')).length, 1)
  const different = await Promise.all([
    build('differ', '# One\n', { file: 'b.md' }),
    build('differ', '# Two\n', { file: 'c.md' }),
  ])
  for (const { code, log } of different) assert.equal(code, 0, log)
  const [page, ...more] = await pages('differ')
  assert.deepEqual([page.version, more], [2, []])
})

test('one comment stands on the pull request, and is changed in place', async () => {
  for (let other = 1; other <= 120; other++) hub.comments.set(other, 'Looks good')
  const about = { inputs: { token: 'of-the-job' }, pullRequest: 7 }
  const first = await build('comment', '# One\n', about)
  assert.equal(first.code, 0, first.log)
  const second = await build('comment', '# Two\n', about)
  assert.equal(second.code, 0, second.log)
  assert.equal(hub.comments.size, 121)
  const url = second.outputs.url
  assert.equal(
    hub.comments.get(121),
    `<!-- recto: comment -->\n[\`comment\`](${url}): version 2. +1 −1 lines since v1. Open threads: 0.`,
  )
  await build('comment', '# Three\n', { inputs: { token: 'of-the-job' } })
  assert.match(hub.comments.get(121)!, /version 2/)
})

test('a name of a file or of a page is taken for a name, whatever stands in it', async () => {
  const key = 'a](/b) `@all` <b> -->'
  const about = { file: '; a, "b" \\.md', inputs: { token: 'of-the-job' }, pullRequest: 8 }
  const first = await build(key, '# One\n', about)
  assert.equal(first.code, 0, first.log)
  const { url } = first.outputs
  assert.match(first.summary, /^### \[`a\]\(\/b\) @all <b> -->`\]\(/)
  const second = await build(key, '# Two\n', about)
  assert.deepEqual([second.outputs.url, second.outputs.version], [url, '2'], second.log)
  const own = [...hub.comments.values()].filter(text => text.includes(url!))
  const mark = '<!-- recto: a%5D(%2Fb)%20%60%40all%60%20%3Cb%3E%20--%3E -->'
  assert.deepEqual(own, [
    `${mark}\n[\`a](/b) @all <b> -->\`](${url}): version 2. +1 −1 lines since v1. Open threads: 0.`,
  ])
  const secret = { inputs: { visibility: '@/etc/hostname' } }
  const refused = await build('secret', '# One\n', secret)
  assert.match(refused.log, /"@\/etc\/hostname" is not/)
})

test('a build that no rule admits, or that lacks something, is told so and publishes nothing', async () => {
  const wrong: [Partial<Job>, number, RegExp][] = [
    [{ inputs: { organization: 'another' } }, 3, /No key is given for this token/],
    [{ inputs: { organization: '' } }, 2, /ORGANIZATION is missing/],
    [{ inputs: { key: 'x'.repeat(41) } }, 1, /must have 1 to 40 visible characters/],
    [{ inputs: { file: 'no-such.md' } }, 2, /FILE is no file: no-such\.md/],
    [{ env: quick() }, 2, /id-token: write/],
  ]
  for (const [job, code, says] of wrong) {
    const ran = await build('wrong', '# One\n', job)
    assert.equal(ran.code, code, ran.log)
    assert.match(ran.log, says)
  }
  const unreadable = await build('wrong', '', {})
  assert.notEqual(unreadable.code, 0)
  assert.deepEqual(await pages('wrong'), [])
})

/** Runs the script itself on a file of that text, with a service key. */
async function script(FILE: string, text: string, env: Record<string, string>) {
  await writeFile(join(folder, FILE), text)
  const { key } = await company.newKey('service')
  const own = { HOME: folder, RECTO_URL: service.url, FILE, RECTO_API_KEY: key, ...quick() }
  return ends('bash', [fromRoot('ci/publish.sh')], { cwd: folder, env: { ...own, ...env } })
}

test('elsewhere the same script takes a token that the build was given, or a stored key', async () => {
  const token = await ours.token(service.url, claims)
  for (const credential of [{ RECTO_API_KEY: '', ID_TOKEN: token, ORGANIZATION: company.id }, {}]) {
    const { code, stdout, stderr } = await script('d.md', '# D\n', { KEY: 'elsewhere', ...credential })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^url=http\S+\nshort_id=\w{10}\nversion=1\n/)
    assert.doesNotMatch(stdout, /recto_[sc]_/)
  }
  assert.equal((await pages('elsewhere')).length, 1)
})

test('a key with blanks at its edges, of 40 letters in any locale, and a file that begins with a dash are found again', async () => {
  const env = { KEY: ` ${'ü'.repeat(40)} `, LC_ALL: 'C' }
  const key = (await company.newKey('service')).key
  for (const [text, version] of [
    ['# One\n', 1],
    ['# Two\n', 2],
  ] as const) {
    const { code, stdout, stderr } = await script('-dash.md', text, { ...env, RECTO_API_KEY: key })
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(`^version=${version}$`, 'm'))
  }
})

test('a file whose name holds or ends in control characters is published, and found again', async () => {
  const RECTO_API_KEY = (await company.newKey('service')).key
  for (const [KEY, file] of [
    ['odd', 'odd\u0001\n"&\\ \u007f.md'],
    ['end', 'end.md\n'],
  ] as const)
    for (const version of [1, 2]) {
      const { code, stderr, stdout } = await script(file, `${version}\n`, { KEY, RECTO_API_KEY })
      assert.equal(code, 0, stderr)
      assert.match(stdout, new RegExp(`^version=${version}$`, 'm'))
    }
})

test('where the file cannot be sent the job says so', async () => {
  const curl =
    '#!/bin/bash\n[[ $* != *file=@* ]] || { echo "no way" >&2; exit 26; }\nexport PATH=$REST; exec curl "$@"\n'
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/curl'), curl, { mode: 0o755 })
  const PATH = `${join(folder, 'bin')}:${programs}`
  const { code, stderr } = await script('f.md', '# F\n', { KEY: 'unsent', PATH, REST: process.env.PATH! })
  assert.equal(code, 1, stderr)
  assert.equal(
    stderr,
    'no way\nNothing was published: curl did not send the file; its reason stands above.\n',
  )
})

test('lines that begin with signs count as changed lines', async () => {
  const RECTO_API_KEY = (await company.newKey('service')).key
  await script('signs.md', '- by Olga\n\n+ a\n', { KEY: 'signs', RECTO_API_KEY })
  const { stdout, stderr } = await script('signs.md', '\n+ a\n++ b\n- c\n', { KEY: 'signs', RECTO_API_KEY })
  assert.match(stdout, /^changes=\+2 −1 lines since v1$/m, stderr)
})

test('where no server of ours answers the job says so', async () => {
  for (const RECTO_URL of ['http://127.0.0.1:9', `${service.url}/app`, hub.env.GITHUB_API_URL!]) {
    const { code, stderr } = await script('d.md', '# D\n', { KEY: 'nowhere', RECTO_URL })
    assert.equal(code, 1, stderr)
    assert.ok(stderr.includes(`${RECTO_URL}/cli.tgz. Is RECTO_URL the address of a Recto server`), stderr)
  }
})

test('the component for GitLab publishes, updates, and tells the next jobs where', async () => {
  const inputs = {
    url: service.url,
    organization: company.id,
    file: 'e.md',
    key: 'component',
    note: 'A: "b" # c',
  }
  const give = (audience: string) => ours.token(audience, project)
  const run = async (text: string, env: Record<string, string> = {}) => {
    await writeFile(join(folder, 'e.md'), text)
    return runComponent(folder, inputs, { env: { ...quick(), ...env }, give })
  }
  const first = await run('# One\n')
  assert.equal(first.code, 0, first.log)
  const [page] = await pages('component')
  assert.deepEqual(first.outputs, {
    ...{ page_url: page.url, page_short_id: page.shortId, page_version: '1' },
    ...{ page_changes: 'First version', page_open_threads: '0' },
  })
  assert.doesNotMatch(first.log, /recto_c_/)
  const second = await run('# Two\n', { RECTO_API_KEY: (await company.newKey('service')).key })
  assert.deepEqual([second.outputs.page_url, second.outputs.page_version], [page.url, '2'], second.log)
  assert.equal((await pages('component')).length, 1)
})
