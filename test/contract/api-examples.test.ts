// Each route of the API reference has an example: a request and an answer as they are today.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { examplesFile } from '../../build/documentation/api-examples.ts'
import { outboundBy } from '../../src/outbound.ts'
import { openapi } from '../../src/surfaces/rest/openapi.ts'
import { fromRoot } from '../support/project-root.ts'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { recordExamples } from './api-examples.ts'
import { env } from './matrix-requests.ts'

/** Routes of the OpenAPI document; HEAD is GET without the bytes. */
const documented = Object.entries(openapi('http://localhost').paths as Record<string, object>).flatMap(
  ([path, methods]) =>
    Object.keys(methods)
      .filter(method => method !== 'head')
      .map(method => `${method.toUpperCase()} ${path}`),
)

test('every route has an example, and each is what the server answers; bin/examples records them anew', async () => {
  const receiver = await startWebhookReceiver(outboundBy([env.RECTO_DNS]))
  const service = await startService({ store: 'sqlite', env, reach: receiver.reach })
  if (isSkip(service)) throw new Error(service.skip)
  after(async () => {
    await service.stop()
    await receiver.stop()
  })
  const recorded = await recordExamples(service)
  const file = fromRoot(examplesFile)
  if (process.env.RECTO_TEST_EXAMPLES) await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`)
  assert.deepEqual(Object.keys(recorded).sort(), documented.sort())
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), recorded)
})
