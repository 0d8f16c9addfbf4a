// Help: commands by theme, groups, examples that run as they stand, and what a misspelled word may have meant.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { byHand } from '../../../src/surfaces/cli/command-line/commands-by-hand.ts'
import { examplesOf, groups, themes } from '../../../src/surfaces/cli/command-line/themes.ts'
import { until } from '../../support/until.ts'
import { openShell, type Shell } from './program.ts'
import { type Desk, manifest, openDesk, recto } from './world.ts'

const names = [...byHand, ...manifest.commands].map(({ name }) => name)

test('every command has its theme, and an example in its help', async () => {
  const themed = themes.flatMap(({ commands }) => Object.keys(commands))
  assert.deepEqual([...themed].sort(), [...names].sort())
  for (const name of names) {
    const { code, stdout } = await recto([...name.split(' '), '--help'])
    assert.equal(code, 0)
    assert.match(stdout, /\nExamples\n {2}\S/, name)
  }
  const overview = await recto(['help'])
  for (const { title } of themes) assert.match(overview.stdout, new RegExp(`^${title}$`, 'm'))
})

test('a group alone prints its help and is content', async () => {
  for (const group of Object.keys(groups)) {
    for (const words of [[group], [group, '--help'], ['help', group]]) {
      const { code, stdout, stderr } = await recto(words)
      assert.deepEqual([code, stderr], [0, ''], words.join(' '))
      assert.match(stdout, new RegExp(`^recto ${group} <command>\n`))
      assert.match(stdout, new RegExp(`^ {2}${group} `, 'm'))
    }
  }
})

test('a misspelled command or flag is told what is near, and nothing is done', async () => {
  const meant: [words: string, near: RegExp][] = [
    ['publsh x.md', /Did you mean recto publish\?/],
    ['coments list', /Did you mean recto comments\?/],
    ['comments lst abc', /Did you mean recto comments list\? recto comments lists what there is/],
    ['resolve abc', /Did you mean recto comments resolve\?/],
    ['publish x.md --publik', /Did you mean --public\?/],
    ['publish x.md --lable weekly', /Did you mean --label\?/],
    ['lsit', /Did you mean recto list\?/],
    ['verisons x', /Did you mean recto versions\?/],
    ['publish x.md --visibiltiy company', /Did you mean --visibility\?/],
    ['share x --no-notfy', /Did you mean --notify\?/],
    ['help verions', /Did you mean recto versions\?/],
  ]
  for (const [words, near] of meant) {
    const { code, json } = await recto(words.split(' '))
    assert.equal(code, 2, words)
    assert.match(json.detail, near)
  }
  const far = await recto(['frobnicate'])
  assert.equal(far.json.detail, 'There is no command "frobnicate". recto help lists them all.')
})

describe('examples', () => {
  let desk: Desk
  let shell: Shell
  before(async () => {
    desk = await openDesk()
    shell = await openShell(desk.folder, {
      RECTO_URL: desk.service.url,
      RECTO_API_KEY: desk.company.owner.key,
    })
  })
  after(() => desk.leave())

  /** Puts values in place of the words in capitals of an example, made anew for each. */
  async function filled(example: string): Promise<string> {
    await desk.write('.recto.json', '{"files":{}}')
    await desk.write('page.html', '<title>Page</title><p>Words')
    await desk.write('report.html', '<title>Report</title><p>Words')
    await desk.write('report.md', '# Annual report\n')
    const { shortId } = (await desk.run(['publish', 'report.md'])).json
    await desk.write('report.md', '# Annual report\n\nThis is teh report of the year.\n')
    await desk.run(['publish', 'report.md', '--id', shortId])
    const thread = async () => (await desk.run(['comments', 'add', shortId, 'A question'])).json.id
    const trashed = async () => {
      await desk.run(['delete', shortId])
      return shortId
    }
    const preview = async () => (await desk.run(['publish', 'page.html', '--public-preview'])).json.claimUrl
    const stands: Record<string, () => Promise<string> | string> = {
      THREAD_ID: thread,
      TRASHED_ID: trashed,
      CLAIM_ADDRESS: preview,
      SHORT_ID: () => shortId,
    }
    let line = example.replace('https://recto.example.com', desk.service.url)
    for (const [word, value] of Object.entries(stands))
      if (line.includes(word)) line = line.replaceAll(word, await value())
    return line
  }

  const goesOn = (example: string) =>
    /^recto (events|comments watch)|--watch/.test(example) && !example.includes('--no-follow')
  const isLocal = (name: string) => /^(serve|admin)\b/.test(name)
  const lines = names.filter(name => !isLocal(name)).flatMap(examplesOf)

  for (const example of lines.filter(line => line.startsWith('recto login')))
    test(`${example} asks a person to sign in`, async () => {
      const line = example.replace('https://recto.example.com', desk.service.url)
      const running = shell.start(`${line} 2>&1`)
      assert.match(await running.said, /^(Sign in with your browser|Open .* and type the code)/)
      await running.stop()
    })

  for (const example of lines.filter(line => !goesOn(line) && !line.startsWith('recto login')))
    test(`${example} does what it says`, async () => {
      const { code, stderr } = await shell.run(await filled(example))
      assert.equal(code, example === 'recto logout' ? 3 : 0, stderr)
    })

  for (const example of lines.filter(goesOn))
    test(`${example} prints what happens`, async () => {
      const line = await filled(example)
      const { shortId } = (await desk.run(['list', '--limit', '1'])).json.data[0]
      const running = shell.start(line)
      try {
        let heard = ''
        const hearing = running.said.then(text => {
          heard = text
        })
        await until('an event is printed', async () => {
          await desk.run(['comments', 'add', shortId, 'Do you hear?'])
          return heard !== ''
        })
        await hearing
        const { type, url } = JSON.parse(heard.split('\n')[0]!)
        assert.ok(example.includes('--watch') ? url : type, heard)
      } finally {
        await running.stop()
      }
    })
})
