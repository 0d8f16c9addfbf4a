// The card that a link to a page becomes elsewhere: what it tells of public pages, and how little of others.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fileBody, openStage, type Stage } from '../../contract/stage.ts'
import type { Member } from '../../support/people.ts'
import { visitor } from './visitor.ts'

let stage: Stage
let ana: Member

before(async () => {
  stage = await openStage()
  ana = await stage.company.join('member')
})

const text = '# The castle\n\nIt costs 42 crowns a year. "Nobody" asked <the> king.\n'

function cardIn(page: string): Record<string, string> {
  const metas = page.matchAll(/<meta (?:property|name)="((?:og|twitter):\w+|description)" content="([^"]*)"/g)
  return Object.fromEntries([...metas].map(([, name, content]) => [name!, content!]))
}

describe('the card of a link', () => {
  test('to a public page has its name, what it is, and its first sentences', async () => {
    const id = await stage.publish({ visibility: 'public', name: 'The castle' }, { text })
    const { text: page } = await visitor(stage.url).open(`/${id}`)
    assert.deepEqual(cardIn(page), {
      'og:site_name': 'Recto',
      'og:title': 'The castle',
      'og:type': 'article',
      'og:url': `${stage.url}/${id}`,
      'og:description': 'It costs 42 crowns a year. &quot;Nobody&quot; asked king.',
      description: 'It costs 42 crowns a year. &quot;Nobody&quot; asked king.',
      'og:image': `${stage.url}/${id}/picture.png?v=1`,
      'twitter:card': 'summary_large_image',
    })
  })

  test('follows a new version', async () => {
    const id = await stage.publish({ visibility: 'public', name: 'The castle' }, { text })
    await visitor(stage.url).open(`/${id}`)
    const { headers, body } = fileBody('Now it costs nothing.\n')
    await stage.send('PUT', `/v1/artifacts/${id}`, { body, headers: { ...headers, 'if-match': '"v1"' } })
    const { text: page } = await visitor(stage.url).open(`/${id}`)
    assert.equal(cardIn(page)['og:description'], 'Now it costs nothing.')
  })

  test('to any other page has the name of the service alone, also for those who may read it', async () => {
    const nothing = {
      'og:site_name': 'Recto',
      'og:title': 'Recto',
      'og:type': 'website',
      'twitter:card': 'summary',
    }
    const company = await stage.publish({ visibility: 'company', name: 'The castle' }, { text })
    const gated = await stage.publish({ visibility: 'private', name: 'The castle' }, { text })
    const pages = [
      await visitor(stage.url, ana).open(`/${company}`),
      await visitor(stage.url).open(`/${company}`),
      await visitor(stage.url).open(`/${gated}`),
      await visitor(stage.url).open('/zzzzzzzzzz'),
    ]
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 404, 404, 404],
    )
    for (const page of pages) assert.deepEqual(cardIn(page.text), nothing)
  })
})
