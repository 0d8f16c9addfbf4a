// A program signs somebody in through a real browser: signed out at first, and led back to the program at the end.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import * as oidc from 'openid-client'
import { browsing, looksRight } from '../support/browsing.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import { mcpClient } from '../support/mcp-client.ts'
import { everyday, register } from '../support/oauth-client.ts'

inBrowsersAtLength('consent', browserName => {
  const here = browsing({ browserName })
  let program: Server
  let redirect: string

  before(async () => {
    program = createServer((_, response) => response.end('You may close this window.'))
    await once(program.listen(0, '127.0.0.1'), 'listening')
    redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
  })
  after(() => program.close())

  test('signing in on the way, a person lets a program in and is led back to it', async () => {
    const { owner } = await here.service.organization()
    const { configuration } = await register(here.service)
    const verifier = oidc.randomPKCECodeVerifier()
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: `${everyday} sharing:write`,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const { page } = await here.signedIn(null)
    await page.goto(address.href)
    await page.getByLabel('Email address').or(page.getByLabel('Email')).first().fill(owner.email)
    await page.getByRole('button', { name: /code/ }).click()
    await page.getByLabel('Six-digit code').fill(await here.service.mail.code(owner.email))
    await page.getByRole('heading', { name: 'Allow Test Agent to use Recto?' }).waitFor()
    await looksRight(page, 'consent')
    assert.equal(
      await page.getByLabel('Decide who can open pages, also people outside and everybody').isChecked(),
      false,
    )
    await page.getByLabel('Publish pages and save new versions').uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${redirect}?**`)
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(page.url()), {
      pkceCodeVerifier: verifier,
    })
    assert.equal(tokens.scope, 'artifacts:read comments:read comments:write org:read')
    const { value } = await mcpClient(here.service.url, tokens.access_token).call('get_account')
    assert.equal(value.person.email, owner.email)
    await page.goto(`${here.service.url}/app/apps`)
    await looksRight(page, 'connected-apps')
    await page.getByRole('button', { name: 'Disconnect Test Agent' }).click()
    await page.getByRole('button', { name: 'Disconnect app' }).click()
    await page.getByText('App disconnected.').waitFor()
    assert.equal((await mcpClient(here.service.url, tokens.access_token).request('tools/list')).status, 401)
  })

  test('a code that a device shows is typed, asked about and answered', async () => {
    const { owner } = await here.service.organization()
    const asked = await fetch(`${here.service.url}/oauth/device`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'recto-cli', scope: 'artifacts:read' }),
    })
    const device = (await asked.json()) as {
      user_code: string
      verification_uri: string
      device_code: string
    }
    const { page } = await here.signedIn(owner.session.cookie)
    await page.goto(device.verification_uri)
    await page.getByText('Only continue if you started this on your own device.').waitFor()
    await page.getByLabel('Code on the device').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('No device shows this code now.').first().waitFor()
    await looksRight(page, 'device')
    await page.getByLabel('Code on the device').fill(device.user_code.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Allow Recto command line to use Recto?' }).waitFor()
    assert.ok(!page.url().includes(device.user_code))
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'The device is connected' }).waitFor()
    const fetched = await fetch(`${here.service.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'recto-cli',
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: device.device_code,
      }),
    })
    assert.equal(((await fetched.json()) as { scope: string }).scope, 'artifacts:read')
  })
})
