// Builds beside people: the script of builds keeps what somebody saved since the last one, or fails and says who saved what.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { standIns } from '../../support/build-programs.ts'
import { env, github, ours, ruleFor } from '../../support/builds.ts'
import { closeConnections, multipart, send } from '../../support/http.ts'
import type { Company } from '../../support/people.ts'
import { fromRoot } from '../../support/project-root.ts'
import type { Running } from '../../support/service.ts'
import { onStores } from '../../support/world.ts'
import { proof } from '../../support/world-rest.ts'
import { ends } from '../cli/installed.ts'

const report = (count: number, words = 'Looks good.') =>
  `# Report\n\nBuild ${count}\n\nText\n\nMore text\n\n${words}\n`

const programs = await standIns({ waits: false })

/** One repository whose builds a rule admits, and the page that they publish. */
class Repository {
  readonly #service: Running
  readonly #folder: string
  readonly company: Company
  readonly #claims = github()

  private constructor(service: Running, company: Company, folder: string) {
    this.#service = service
    this.company = company
    this.#folder = folder
  }

  static async create(service: Running): Promise<Repository> {
    const folder = await mkdtemp(join(tmpdir(), 'recto-kept-'))
    const repository = new Repository(service, await service.organization(), folder)
    const { status } = await send(`${service.url}/v1/ci-rules`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...proof(service.url, repository.company.owner.session),
      },
      body: JSON.stringify(ruleFor(repository.#claims)),
    })
    assert.equal(status, 201)
    return repository
  }

  /** Runs the script with that file, each time with a token of its own or with the key. */
  async build(text: string, more: Record<string, string> = {}) {
    await writeFile(join(this.#folder, 'report.md'), text)
    const summary = join(this.#folder, `summary-${Math.random()}`)
    const credential = more.RECTO_API_KEY
      ? {}
      : { ID_TOKEN: await ours.token(this.#service.url, this.#claims), ORGANIZATION: this.company.id }
    const ended = await ends('bash', [fromRoot('ci/publish.sh')], {
      cwd: this.#folder,
      env: {
        ...{
          PATH: programs,
          HOME: this.#folder,
          RECTO_URL: this.#service.url,
          FILE: 'report.md',
          KEY: 'report',
        },
        ...{
          SUMMARY: summary,
          npm_config_cache: join(this.#folder, '.npm'),
          npm_config_update_notifier: 'false',
        },
        ...credential,
        ...more,
      },
    })
    const outputs = Object.fromEntries(
      [...ended.stdout.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    return { ...ended, outputs, summary: await readFile(summary, 'utf8').catch(() => '') }
  }

  async source(id: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.company.owner.key}` }
    return (await send(`${this.#service.url}/v1/artifacts/${id}/content`, { headers })).body.toString()
  }

  /** The owner publishes a page that the builds find by its label; its short ID. */
  async publish(text: string): Promise<string> {
    const { headers, body } = multipart([
      { name: 'visibility', value: 'company' },
      { name: 'labels', value: 'report' },
      { name: 'file', filename: 'page.md', value: text },
    ])
    const { url } = this.#service
    const own = { ...headers, ...proof(url, this.company.owner.session) }
    return (await send(`${url}/v1/artifacts`, { method: 'POST', headers: own, body })).json.shortId
  }

  /** The owner saves the page in the browser. */
  async save(id: string, base: number, text: string, note: string): Promise<void> {
    const { headers, body } = multipart([
      { name: 'note', value: note },
      { name: 'file', filename: 'page.md', value: text },
    ])
    const { status } = await send(`${this.#service.url}/v1/artifacts/${id}`, {
      method: 'PUT',
      headers: {
        ...headers,
        ...proof(this.#service.url, this.company.owner.session),
        'if-match': `"v${base}"`,
      },
      body,
    })
    assert.equal(status, 200)
  }

  /** The owner changes the page. */
  async change(method: string, page: string, body?: object): Promise<void> {
    const headers = {
      ...proof(this.#service.url, this.company.owner.session),
      ...(body && { 'content-type': 'application/json' }),
    }
    const given = body && { body: JSON.stringify(body) }
    const { status } = await send(`${this.#service.url}/v1/artifacts/${page}`, { method, headers, ...given })
    assert.ok(status < 300, String(status))
  }

  async remove(): Promise<void> {
    closeConnections()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

// On one store: what stores may differ in is proved by the behaviours below the script.
const beside = (title: string, body: (repository: Repository) => Promise<void>): void =>
  onStores(
    ['sqlite'],
    title,
    async service => {
      const repository = await Repository.create(service)
      try {
        await body(repository)
      } finally {
        await repository.remove()
      }
    },
    env,
  )

beside('what a person saved between builds stays, however many builds follow', async repository => {
  const first = await repository.build(report(1))
  assert.equal(first.code, 0, first.stderr)
  const id = first.outputs.short_id!
  await repository.save(id, 1, report(1, 'Anna signs this.'), 'Signed')
  const equal = await repository.build(report(1))
  assert.deepEqual(
    [equal.code, equal.outputs.version, equal.outputs.changes],
    [0, '2', 'No changes'],
    equal.stderr,
  )
  for (const count of [2, 3]) {
    const next = await repository.build(report(count))
    assert.deepEqual([next.code, next.outputs.version], [0, String(count + 1)], next.stderr)
    assert.equal(next.outputs.changes, `+1 −1 lines since v${count}`)
    assert.equal(await repository.source(id), report(count, 'Anna signs this.'))
  }
})

beside(
  'where the same words changed the job fails, says who saved what, and goes on once told',
  async repository => {
    const key = await repository.company.newKey('service')
    const as = { RECTO_API_KEY: key.key }
    const first = await repository.build(report(1), as)
    const id = first.outputs.short_id!
    const theirs = report(1, 'Anna signs this.')
    await repository.save(id, 1, theirs, 'Signed `here`\n::error::now')
    const file = report(2, 'Nobody signs this.')
    const failed = await repository.build(file, as)
    assert.equal(failed.code, 5, failed.stderr)
    const { name } = repository.company.owner
    const row = new RegExp(
      `^- Version 2, saved by \`${name}\` at 20\\S+Z: \`Signed 'here' ::error::now\`$`,
      'm',
    )
    for (const told of [failed.stderr, failed.summary]) {
      assert.match(told, row)
      assert.match(told, new RegExp(`\`recto diff ${id} 1 2\`[^]*\`recto get ${id} -o theirs\`[^]*REPLACE=2`))
      assert.doesNotMatch(told, new RegExp(key.id))
    }
    assert.equal(failed.stdout, '')
    assert.equal(await repository.source(id), theirs)
    const told = await repository.build(file, { ...as, REPLACE: '2' })
    assert.deepEqual([told.code, told.outputs.version], [0, '3'], told.stderr)
    assert.equal(await repository.source(id), file)
    await repository.save(id, 3, report(2, 'Anna does.'), '')
    const later = await repository.build(report(3, 'Nobody does.'), { ...as, REPLACE: '2' })
    assert.equal(later.code, 5, later.stderr)
    assert.equal(await repository.source(id), report(2, 'Anna does.'))
  },
)

beside('a conflict after builds that merged names who saved the words in the way', async repository => {
  const first = await repository.build(report(1))
  const id = first.outputs.short_id!
  await repository.save(id, 1, report(1, 'Anna signs this.'), 'Signed')
  for (const count of [1, 2]) await repository.build(report(count))
  const failed = await repository.build(report(3, 'Nobody signs this.'))
  assert.equal(failed.code, 5, failed.stderr)
  const { name } = repository.company.owner
  for (const told of [failed.stderr, failed.summary]) {
    assert.match(told, new RegExp(`^- Version 2, saved by \`${name}\` at 20\\S+Z: \`Signed\`$`, 'm'))
    assert.doesNotMatch(told, /Version 3, saved/)
    assert.match(told, new RegExp(`\`recto diff ${id} 1 3\``))
    assert.match(told, /REPLACE=3/)
  }
})

beside(
  'a page that a person began is not taken over, and the newest versions are named',
  async repository => {
    const id = await repository.publish(report(1))
    for (let base = 1; base <= 24; base++) await repository.save(id, base, report(1, `Anna ${base}.`), '')
    const failed = await repository.build(report(2))
    assert.deepEqual([failed.code, failed.stdout], [5, ''])
    assert.equal(failed.stderr.match(/^- Version \d+, saved by /gm)!.length, 20, failed.stderr)
    assert.match(
      failed.stderr,
      /^Nothing was published: the page of this KEY was first published by a person/,
    )
    assert.match(
      failed.stderr,
      /^- Version 25, .*\n(?:- Version .*\n)+- and earlier ones\n\nChoose another KEY, and the build/m,
    )
    assert.doesNotMatch(failed.stderr, /recto diff/)
  },
)

beside('a page that somebody deleted is not published again, until it is back', async repository => {
  const first = await repository.build(report(1))
  const id = first.outputs.short_id!
  await repository.change('DELETE', id)
  for (const count of [1, 2]) {
    const build = await repository.build(report(count))
    assert.deepEqual([build.code, build.stdout], [4, ''])
    assert.match(build.stderr, new RegExp(`was deleted\\. Bring it back with \`recto undelete ${id}\``))
  }
  await repository.change('POST', `${id}/undelete`)
  const back = await repository.build(report(2))
  assert.deepEqual([back.code, back.outputs.short_id, back.outputs.version], [0, id, '2'], back.stderr)
  await repository.change('PATCH', id, { labels: [] })
  for (const count of [1, 2]) {
    const lost = await repository.build(report(count))
    assert.deepEqual([lost.code, lost.stdout], [4, ''])
    assert.match(lost.stderr, /is gone, private, or without its label/)
  }
})

beside(
  'another key is another: it takes nothing from a person whose words it never saw',
  async repository => {
    const first = await repository.build(report(1))
    const id = first.outputs.short_id!
    await repository.save(id, 1, report(1, 'Anna signs this.'), '')
    await repository.build(report(2))
    const as = { RECTO_API_KEY: (await repository.company.newKey('service')).key }
    const other = await repository.build(report(7), as)
    assert.equal(other.code, 5, other.stderr)
    assert.match(other.stderr, /^- Version 3, saved by `CI for acme\/site` at /m)
    assert.equal(await repository.source(id), report(2, 'Anna signs this.'))
  },
)
