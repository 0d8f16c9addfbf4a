// Runs the steps of `action.yml` as a runner of GitHub does: inputs, expressions, environment, outputs, conditions.
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
  /** What the runner sets beside its own. */
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
      if (code !== 0) return { code, outputs: {}, summary: '', log }
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
