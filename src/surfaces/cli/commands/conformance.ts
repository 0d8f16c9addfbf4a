// `recto conformance`: proves against any deployment, from outside, that it keeps the contract.

import type { Check } from '../contract-checks.ts'
import { Failure } from '../failure.ts'
import type { Task } from '../task.ts'

export async function conformance({ client, io, manifest, output }: Task): Promise<void> {
  const { proveContract } = await io.conformance()
  const token = (await client.credential?.token('/v1')) ?? null
  const progress = output.progress()
  const checks = await proveContract({
    url: client.url,
    token,
    colleague: io.env.RECTO_SECOND_KEY || null,
    routes: manifest.routes,
    told: ({ title }) => progress.show(title),
  }).finally(() => progress.end())
  const count = (outcome: Check['outcome']) => checks.filter(check => check.outcome === outcome).length
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
  await output.answer({ url: client.url, ...counts, checks }, lines(checks, client.url), [], {
    color: colorOf,
  })
  if (counts.failed > 0)
    throw new Failure(1, {
      code: 'not_conforming',
      detail: `${counts.failed} of ${checks.length} checks failed at ${client.url}.`,
    })
}

const marks = { passed: 'ok', failed: 'FAILED', skipped: 'left out' }

function lines(checks: readonly Check[], url: string): string[] {
  const subjects = [...new Set(checks.map(({ subject }) => subject))]
  const told = subjects.flatMap(subject => [
    subject,
    ...checks
      .filter(check => check.subject === subject)
      .map(
        ({ outcome, title, detail }) =>
          `  ${marks[outcome].padEnd(8)}  ${title}${detail ? `: ${detail}` : ''}`,
      ),
    '',
  ])
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length
  return [...told, `${passed} of ${checks.length} checks passed at ${url}`]
}

const colorOf = (line: string) =>
  line.startsWith('  FAILED') ? 'red' : line.startsWith('  ok') ? 'green' : undefined
