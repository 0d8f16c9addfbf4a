// The official conformance suite, both revisions: our endpoints as they are, and the suite's own tools behind our handler.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freePort } from '../../support/free-port.ts'
import { conformance, conformanceOfIssuer, type Findings } from '../../support/mcp-conformance.ts'
import { startFixture } from '../../support/mcp-fixture.ts'
import { answerConsent, browserOf, register } from '../../support/oauth-client.ts'
import { startSigningProxy } from '../../support/signing-proxy.ts'
import { stage } from './stage.ts'

const proxy = await startSigningProxy()
after(proxy.stop)
const inner = await freePort()
const service = await stage({ RECTO_URL: `http://localhost:${proxy.port}`, PORT: String(inner) })
proxy.lead(inner, (await service.organization()).owner.key)

const revisions = ['2026-07-28', '2025-11-25'] as const

/** Scenarios of what we do not offer, with the reason. None of them is scored for the current revision. */
const notOffered: Record<string, string> = {
  'tasks-': 'an extension for calls that take minutes; ours are short',
  'http-custom-header-server-validation': 'no argument of ours travels in a header',
  'server-sse-polling': 'needs a session, and the service keeps none',
  'server-sse-multiple-streams-session': 'needs a session, and the service keeps none',
  'tools-call-sampling': 'the server of 2025 asks its client, which needs a session',
  'tools-call-elicitation': 'the server of 2025 asks its client, which needs a session',
  'elicitation-sep1034-defaults': 'the server of 2025 asks its client, which needs a session',
  'elicitation-sep1330-enums': 'the server of 2025 asks its client, which needs a session',
}

const isOffered = (name: string): boolean => !Object.keys(notOffered).some(start => name.startsWith(start))

/** Scenarios that a server without the suite's own tools can pass. */
const ownScenarios: Record<(typeof revisions)[number], readonly string[]> = {
  '2026-07-28': [
    ...['server-stateless', 'tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'],
    ...['http-header-validation', 'input-required-result-unsupported-methods', 'caching'],
    ...['resources-list', 'prompts-list', 'sep-2164-resource-not-found'],
  ],
  '2025-11-25': [
    ...['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
    ...['server-sse-multiple-streams', 'server-session-lifecycle', 'resources-list', 'prompts-list'],
  ],
}

/** Checks that need a tool which only the fixture has. */
const needsTool = /^Not testable: server does not list the diagnostic tool/

/** Nothing is wrong in the scenarios named, all of which ran. */
function passed(findings: Findings, scenarios: readonly string[]): void {
  const wrong = scenarios.flatMap(name => {
    const checks = findings.get(name)
    if (!checks) return [`${name} did not run`]
    return checks
      .filter(({ id, errorMessage = '' }) => isOffered(id) && !needsTool.test(errorMessage))
      .map(({ id, errorMessage }) => `${name} ${id}: ${errorMessage}`)
  })
  assert.deepEqual(wrong, [])
}

for (const revision of revisions) {
  for (const path of ['/v1/mcp', '/v1/public/mcp'])
    test(`${path} conforms to ${revision}`, async () => {
      passed(await conformance(service.url + path, revision), ownScenarios[revision])
    })

  test(`the suite's own tools, prompts and resources behind our handler conform to ${revision}`, async () => {
    const fixture = await startFixture(service)
    const findings = await conformance(fixture.url, revision)
    await fixture.stop()
    const scenarios = [...findings.keys()].filter(isOffered)
    assert.ok(scenarios.length >= 28, `${scenarios.length} scenarios`)
    passed(findings, scenarios)
  })
}

test('the issuer passes every scenario for an authorization server', async () => {
  const unsigned = await stage({ RECTO_CIMD: 'on' })
  const { owner } = await unsigned.organization()
  const port = await freePort()
  const redirect = `http://127.0.0.1:${port}/callback`
  const { clientId } = await register(unsigned, { redirect_uris: [redirect] })
  const visitor = browserOf(unsigned, owner)
  const agree = async (address: string) => {
    const page = await visitor.open(address, { until: redirect })
    const back = await answerConsent(
      { page, visitor, verifier: '', state: '' },
      'artifacts:read',
      {},
      redirect,
    )
    await fetch(back.at)
  }
  const resource = `${unsigned.url}/v1/mcp`
  const ran = await conformanceOfIssuer({ issuer: `${unsigned.url}/oauth`, clientId, resource, port, agree })
  assert.deepEqual([...ran.keys()].sort(), [
    'authorization-code-grant',
    'authorization-server-metadata-endpoint',
  ])
  for (const [scenario, checks] of ran) {
    assert.ok(checks.length > 0, scenario)
    assert.deepEqual(
      checks.filter(({ status }) => status !== 'SUCCESS'),
      [],
      scenario,
    )
  }
})
