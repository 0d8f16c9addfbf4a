// New words in the places of old ones: for those who may edit, within a size, nothing saved, and refused where it cannot be proven.
import assert from 'node:assert/strict'
import { everywhere } from '../support/world.ts'

const source = '<!doctype html>\r\n<H1 CLASS=big>One &amp; two</H1>\r\n<p>Three'
const page = { name: 'page.html', bytes: source }

everywhere(
  'the copy bears marks, and the words come back into the source they were taken from',
  async world => {
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: page })
    await world.leavesNothing(async () => {
      const { copy } = await world.call('showTexts', { id, source })
      assert.equal(copy.replace(/ data-recto-text="[^"]*"/g, ''), source)
      const node = `${/<H1 data-recto-text="(\d+)"/.exec(copy)![1]}.0`
      const texts = [{ node, was: 'One & two', text: 'One & <2>' }]
      const put = await world.call('putTexts', { id, source, texts })
      assert.equal(put.source, source.replace('two', '&lt;2&gt;'))
      const wrong = [{ node, was: 'Something else', text: 'x' }]
      await world.refused('edit_not_found', 'putTexts', { id, source, texts: wrong })
    })
  },
)

everywhere('it is for those who may edit, and for pages that can be read in a moment', async world => {
  const viewer = await world.company.join('viewer')
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: page })
  await world.refused('forbidden', 'showTexts', { id, source }, { as: viewer })
  await world.refused('unauthorized', 'showTexts', { id, source }, { as: 'nobody' })
  const large = `<p>${'words '.repeat(400_000)}`
  await world.refused('file_too_large', 'showTexts', { id, source: large })
  await world.refused('edit_not_found', 'showTexts', { id, source: '<p data-recto-text=1>mine</p>' })
})
