// A company whose owner makes webhooks and looks at what was sent to them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { send } from './http.ts'
import type { Company } from './people.ts'
import type { Running } from './service.ts'
import { until } from './until.ts'
import type { Value } from './world-surface.ts'

export class Ground {
  readonly service: Running
  readonly company: Company

  constructor(service: Running, company: Company) {
    this.service = service
    this.company = company
  }

  async ask(method: string, path: string, body?: object, key = this.company.owner.key) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return send(this.service.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }

  async done(method: string, path: string, body?: object): Promise<Value> {
    const { status, json, text } = await this.ask(method, path, body)
    assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
    return json
  }

  /** A webhook at a path nobody else uses. */
  async hook(more: { url?: string } & Record<string, unknown> = {}) {
    const path = `/${randomUUID()}`
    const made = await this.done('POST', '/v1/webhooks', { url: `https://receiver.example${path}`, ...more })
    return { ...(made as { id: string; secret: string }), path }
  }

  async publish(visibility = 'company', name = 'Page'): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob(['# Words']), 'page.md')
    form.set('visibility', visibility)
    form.set('name', name)
    const headers = { authorization: `Bearer ${this.company.owner.key}` }
    const answer = await fetch(`${this.service.url}/v1/artifacts`, { method: 'POST', headers, body: form })
    assert.equal(answer.status, 201)
    return ((await answer.json()) as { shortId: string }).shortId
  }

  async deliveries(id: string, query = ''): Promise<Value[]> {
    return (await this.done('GET', `/v1/webhooks/${id}/deliveries${query}`)).data
  }

  /** Waits until its newest delivery is so. */
  async newest(id: string, what: Record<string, unknown>): Promise<Value> {
    let found: Value
    await until(`a delivery is ${JSON.stringify(what)}`, async () => {
      found = (await this.deliveries(id))[0]
      return found && Object.entries(what).every(([name, value]) => found[name] === value)
    })
    return found
  }

  async events(): Promise<Value[]> {
    return (await this.done('GET', '/v1/events?limit=100')).data
  }
}
