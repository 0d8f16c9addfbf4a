// Connecting an agent: the text of each client is shown and copied, and the page says when the client has connected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import { mcpClient } from '../support/mcp-client.ts'
import { answerConsent, askConsent, everyday, exchange, register } from '../support/oauth-client.ts'
import type { Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'

/** Signs a program in that calls itself by this name; gives its access token. */
async function connectApp(service: Running, person: Member, name: string): Promise<string> {
  const program = await register(service, { client_name: name })
  const asked = await askConsent(service, program, person)
  return (await exchange(program, asked, await answerConsent(asked, everyday))).access_token
}

/** Returns the text that each client's own program takes, as its documentation has it. */
const textsAt = (url: string, organization: string): [client: string, text: string][] => [
  ['Claude Code', `claude mcp add --scope user --transport http recto ${url}/v1/mcp\nclaude mcp login recto`],
  ['Codex', `codex mcp add recto --url ${url}/v1/mcp`],
  ['Cursor', `{\n  "mcpServers": {\n    "recto": {\n      "url": "${url}/v1/mcp"\n    }\n  }\n}`],
  ['Gemini CLI', `gemini mcp add --scope user --transport http recto ${url}/v1/mcp`],
  ['OpenCode', `opencode mcp add recto --url ${url}/v1/mcp\nopencode mcp auth recto`],
  ['Command line', `npx ${url}/cli.tgz login`],
  [
    'CI',
    `- uses: YOUR-COPY/recto@v0\n  with:\n    url: ${url}\n    organization: ${organization}\n    file: report.html\n    key: weekly-report`,
  ],
]

inBrowsersAtLength('connecting an agent', browserName => {
  const here = browsing({ browserName })

  test('without a script, each client has its text, and a link tells whether it has connected', async () => {
    const { id, owner } = await here.service.organization()
    const { page } = await here.signedIn(owner.session.cookie, { javaScriptEnabled: false })
    await page.goto(`${here.service.url}/app`)
    await page.getByRole('navigation').getByRole('link', { name: 'Connect an agent' }).click()
    for (const [client, text] of textsAt(here.service.url, id)) {
      const tab = page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: client })
      await tab.click()
      assert.equal(await tab.getAttribute('aria-current'), 'true')
      const field = page.getByRole('figure', { name: client, exact: true })
      assert.equal(await field.getByRole('button').getAttribute('data-copy'), text)
      assert.equal((await field.locator('code').innerText()).trim(), text)
    }
    await page.goto(`${here.service.url}/app/connect?client=gemini-cli`)
    await connectApp(here.service, owner, 'Gemini CLI MCP Client')
    await page.getByRole('link', { name: 'Check now' }).click()
    await page.getByRole('heading', { name: 'Gemini CLI MCP Client is connected' }).waitFor()
    await page.goto(`${here.service.url}/app/connect?client=gemini-cli`)
    await page.getByText('Waiting for Gemini CLI to connect').waitFor()
    const before = page.getByRole('list', { name: 'Connected before' })
    await before.getByRole('button', { name: 'Disconnect Gemini CLI MCP Client' }).waitFor()
  })

  test('each agent is led to the command line, which teaches it with the skill', async () => {
    const { owner } = await here.service.organization()
    const { page } = await here.signedIn(owner.session.cookie)
    await page.goto(`${here.service.url}/app/connect?client=codex`)
    await page.getByRole('link', { name: 'command line and its skill' }).click()
    const field = page.getByRole('figure', { name: 'Teach your agents' })
    const command = `npx ${here.service.url}/cli.tgz skill install`
    assert.equal(await field.getByRole('button').getAttribute('data-copy'), command)
  })

  test('builds are led to their rules and to the guide, and a member who makes no rules to the guide alone', async () => {
    const { owner, join } = await here.service.organization()
    const member = await join('member')
    for (const [person, links] of [
      [owner, ['/app/builds', '/docs/builds']],
      [member, ['/docs/builds']],
    ] as const) {
      const { page } = await here.signedIn(person.session.cookie)
      await page.goto(`${here.service.url}/app/connect?client=ci`)
      const steps = page.locator('.connect-steps a')
      assert.deepEqual(await steps.evaluateAll(all => all.map(link => link.getAttribute('href'))), links)
      await steps.last().click()
      await page.getByRole('heading', { name: 'Publishing from a build', level: 1 }).waitFor()
    }
  })

  test('on a phone, every client is in sight, the one that is shown too', async () => {
    const { owner } = await here.service.organization()
    const { page } = await here.signedIn(owner.session.cookie, { viewport: { width: 390, height: 844 } })
    await page.goto(`${here.service.url}/app/connect?client=ci`)
    for (const tab of await page.getByRole('navigation', { name: 'Agent' }).getByRole('link').all()) {
      const { x, width } = (await tab.boundingBox())!
      assert.ok(x >= 0 && x + width <= 390, `${await tab.innerText()} ends at ${x + width}`)
    }
    await looksRight(page, 'connect-ci')
  })

  test('the link for Cursor holds the entry that the text has', async () => {
    const { owner } = await here.service.organization()
    const { page } = await here.signedIn(owner.session.cookie)
    await page.goto(`${here.service.url}/app/connect?client=cursor`)
    const link = await page.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href')
    const address = new URL(link!)
    assert.equal(
      `${address.protocol}//${address.host}${address.pathname}`,
      'cursor://anysphere.cursor-deeplink/mcp/install',
    )
    assert.equal(address.searchParams.get('name'), 'recto')
    const config = Buffer.from(address.searchParams.get('config')!, 'base64').toString()
    assert.deepEqual(JSON.parse(config), { url: `${here.service.url}/v1/mcp` })
  })

  test('with the keyboard a text is copied, and the page says by itself that the client has connected', async () => {
    const { owner } = await here.service.organization()
    await connectApp(here.service, owner, 'Codex')
    const { page, context } = await here.signedIn(owner.session.cookie)
    if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${here.service.url}/app/connect`)
    await page.getByRole('link', { name: 'Codex', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/connect?client=codex')
    const copy = page.getByRole('figure', { name: 'Codex', exact: true }).getByRole('button')
    await copy.focus()
    await page.keyboard.press('Enter')
    if (browserName === 'chromium') {
      await copy.getByText('Copied').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.equal(copied, `codex mcp add recto --url ${here.service.url}/v1/mcp`)
    }
    const sign = page.getByRole('status').filter({ hasText: 'Codex' })
    assert.match(await sign.innerText(), /^Waiting for Codex to connect/)
    await looksRight(page, 'connect-waits')
    const token = await connectApp(here.service, owner, 'Codex')
    await sign.getByRole('heading', { name: 'Codex is connected' }).waitFor()
    await looksRight(page, 'connect-connected')
    const { value } = await mcpClient(here.service.url, token).call('get_account')
    assert.equal(value.person.email, owner.email)
  })

  test('a client that connected before counts when it is used, another one when it connects', async () => {
    const { owner } = await here.service.organization()
    const token = await connectApp(here.service, owner, 'Claude Code (recto)')
    const { page } = await here.signedIn(owner.session.cookie)
    await page.goto(`${here.service.url}/app/connect?client=claude-code`)
    await mcpClient(here.service.url, token).call('get_account')
    await page.getByRole('heading', { name: 'Claude Code (recto) is connected' }).waitFor()
    await page.goto(`${here.service.url}/app/connect?client=codex`)
    await connectApp(here.service, owner, 'Somebody’s agent')
    await page.getByRole('heading', { name: 'Somebody’s agent is connected' }).waitFor()
  })
})
