// Runs `action.yml` as a runner of GitHub does, and `templates/publish.yml` as one of GitLab: inputs, environment, outputs.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { ends } from '../surfaces/cli/installed.ts'
import { fromRoot } from './project-root.ts'

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}

interface Step {
  id?: string
  if?: string
  shell: string
  env: Record<string, string>
  run: string
}

export interface Job {
  inputs: Record<string, string>
  /** Variables that the runner sets beside its own. */
  env: Record<string, string>
  /** Number of the pull request that started it. */
  pullRequest?: number
}

export interface Ran {
  /** Of the first step that failed, else 0. */
  code: number
  outputs: Record<string, string>
  summary: string
  log: string
}

/** Runs the action in `cwd`. */
export async function runAction(cwd: string, { inputs, env, pullRequest }: Job): Promise<Ran> {
  const action = parseYaml(await readFile(fromRoot('action.yml'), 'utf8')) as Action
  const folder = await mkdtemp(join(tmpdir(), 'recto-runner-'))
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
  const known: Record<string, string> = { 'github.event.pull_request.number': String(pullRequest ?? '') }
  for (const [name, { required, default: fallback = '' }] of Object.entries(action.inputs)) {
    if (required && inputs[name] === undefined) throw new Error(`the input ${name} is required`)
    known[`inputs.${name}`] = inputs[name] ?? fallback
  }
  let log = ''
  try {
    for (const step of action.runs.steps) {
      if (step.if !== undefined && !holds(step.if, known)) continue
      for (const file of Object.values(files)) await writeFile(file, '', { flag: 'a' })
      const given = Object.fromEntries(
        Object.entries(step.env).map(([name, text]) => [name, filled(text, known)]),
      )
      const own = { GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: fromRoot('.'), HOME: folder, ...files }
      const flags = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', filled(step.run, known)]
      const { code, stdout, stderr } = await ends(step.shell, flags, {
        cwd,
        env: { ...own, ...env, ...given },
      })
      log += stdout + stderr
      for (const [name, value] of Object.entries(await namedIn(files.GITHUB_OUTPUT)))
        known[`steps.${step.id}.outputs.${name}`] = value
      if (code !== 0)
        return { code, outputs: {}, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'), log }
    }
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, known)])
    return {
      code: 0,
      outputs: Object.fromEntries(outputs),
      summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
      log,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const filled = (text: string, known: Record<string, string>): string =>
  text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => known[name] ?? '')

/** Conditions of the form `a != '' && b`. */
const holds = (condition: string, known: Record<string, string>): boolean =>
  condition.split(' && ').every(part => (known[part.replace(" != ''", '')] ?? '') !== '')

async function namedIn(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line.includes('='))
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

interface Component {
  spec: { inputs: Record<string, { default?: string }> }
}

interface GitLabJob {
  id_tokens: Record<string, { aud: string }>
  variables: Record<string, string>
  script: string[]
  artifacts: { reports: { dotenv: string } }
}

/** Runs the job of the component in `cwd`; `give` makes its token for an audience. `env` is what the project has of its own. */
export async function runComponent(
  cwd: string,
  inputs: Record<string, string>,
  { env, give }: { env: Record<string, string>; give(audience: string): Promise<string> },
): Promise<Ran> {
  const text = await readFile(fromRoot('templates/publish.yml'), 'utf8')
  const [head = '', body = ''] = text.split('\n---\n')
  const { spec } = parseYaml(head) as Component
  const chosen = (name: string) => {
    const value = inputs[name] ?? spec.inputs[name]?.default
    if (value === undefined) throw new Error(`the input ${name} is required`)
    return value
  }
  const fill = (value: string) =>
    value.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => chosen(name))
  const [job] = Object.values(interpolated(parseYaml(body), fill) as Record<string, GitLabJob>)
  const { id_tokens, variables, script, artifacts } = job!
  const tokens: Record<string, string> = {}
  for (const [name, { aud }] of Object.entries(id_tokens)) tokens[name] = await give(aud)
  const flags = ['-e', '-o', 'pipefail', '-c', script.join('\n')]
  const { code, stdout, stderr } = await ends('bash', flags, {
    cwd,
    env: { HOME: cwd, ...variables, ...tokens, ...env },
  })
  const outputs = code === 0 ? await namedIn(join(cwd, artifacts.reports.dotenv)) : {}
  return { code, outputs, summary: '', log: stdout + stderr }
}

/** GitLab puts inputs into what was parsed, so no input can become another key of the job. */
function interpolated(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map(each => interpolated(each, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [fill(name), interpolated(each, fill)]),
  )
}
