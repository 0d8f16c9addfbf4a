// Artifacts and versions: what is written comes back, and the version rule holds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Artifact } from '../../src/domain/artifact.ts'
import type { Openings } from './records.suite.ts'
import {
  addPerson,
  author,
  DAY,
  home,
  id,
  NOW,
  newArtifact,
  newVersion,
  publish,
  publishPreview,
  range,
} from './records.world.ts'

export function artifactSuite({ first }: Openings): void {
  const find = async (shortId: string): Promise<Artifact> => (await first().artifacts.find(shortId))!

  describe('a miniature', () => {
    const drawn = { drawing: '#0a7f63|M6 8h9', opening: 'We ship in May.' }
    const nothing = { drawing: null, opening: null }

    test('is that of the current version, for as many artifacts as are asked for', async () => {
      const of = await home(first())
      const [plain, changed] = [await publish(first(), of), await publish(first(), of)]
      const version = newVersion({ miniature: drawn })
      await first().transaction(rows => rows.artifacts.addVersion(changed.id, 1, { version }))
      const all = [plain.id, changed.id, id()]
      const found = await first().versions.miniatures(all)
      assert.deepEqual([found.get(plain.id), found.get(changed.id), found.size], [nothing, drawn, 2])
      assert.equal((await first().versions.miniatures([])).size, 0)
    })

    test('is added to one version alone', async () => {
      const artifact = await publish(first(), await home(first()))
      await first().transaction(rows => rows.versions.addMiniature(artifact.id, 2, drawn))
      assert.deepEqual((await first().versions.miniatures([artifact.id])).get(artifact.id), nothing)
      await first().transaction(rows => rows.versions.addMiniature(artifact.id, 1, drawn))
      assert.deepEqual((await first().versions.miniatures([artifact.id])).get(artifact.id), drawn)
    })
  })

  describe('an artifact', () => {
    test('comes back whole, with organization, owner, and recipients in order', async () => {
      const of = await home(first())
      const sharedWith = ['zoe@x.org', 'ana@x.org', 'eve@x.org']
      const artifact = await publish(first(), of, {
        sharedWith,
        name: 'Año “nuevo” 🎉',
        expiresAt: NOW + DAY,
      })
      const { version } = artifact
      assert.deepEqual(await find(artifact.shortId), {
        id: artifact.id,
        shortId: artifact.shortId,
        organization: of.organization,
        owner: { personId: of.person.id, name: of.person.name, email: of.person.email },
        name: 'Año “nuevo” 🎉',
        format: 'html',
        visibility: 'private',
        sharedWith: [...sharedWith].sort(),
        labels: [],
        theme: 'github',
        version: 1,
        size: 5,
        sha256: version.sha256,
        blob: version.blob,
        historyVisible: false,
        commentsShared: false,
        namesOutsiders: true,
        openThreadCount: 0,
        savedAt: NOW,
        savedBy: {
          name: version.author.name,
          actorType: version.author.actorType,
          actorName: version.author.actorName,
        },
        settings: 1,
        createdAt: NOW,
        updatedAt: NOW,
        expiresAt: NOW + DAY,
        trashedAt: null,
        hidden: null,
      })
    })

    test('that never was is null', async () => {
      assert.equal(await first().artifacts.find('nothing111'), null)
      assert.equal(await first().versions.find(id(), 1), null)
    })

    test('of the organization itself has no owner, a preview has neither', async () => {
      const of = await home(first())
      const owned = await publish(first(), of, { ownerId: null, visibility: 'company' })
      const preview = await publishPreview(first())
      assert.equal((await find(owned.shortId)).owner, null)
      assert.deepEqual((await find(owned.shortId)).organization, of.organization)
      assert.equal((await find(preview.shortId)).organization, null)
    })

    test('holds 500 recipients', async () => {
      const of = await home(first())
      const sharedWith = range(500).map(number => `person${number}@example.com`)
      const artifact = await publish(first(), of, { sharedWith })
      assert.deepEqual((await find(artifact.shortId)).sharedWith, [...sharedWith].sort())
    })

    test('text that a database could choke on is kept, only U+0000 becomes U+FFFD', async () => {
      const of = await home(first())
      const name = `' " \\ ; -- %_ $1 ? {} \u202e \u{1f600} ${'x'.repeat(100)}`
      const artifact = await publish(first(), of, { name }, { note: 'a\0b', text: 'c\0d' })
      assert.equal((await find(artifact.shortId)).name, name)
      assert.equal((await first().versions.find(artifact.id, 1))!.note, 'a\ufffdb')
      assert.equal(await first().transaction(rows => rows.versions.text(artifact.id)), 'c\ufffdd')
    })
  })

  describe('advance', () => {
    test('makes the next version, with its facts, text and perhaps name and theme', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of, {}, { text: 'old' })
      const version = newVersion({
        format: 'markdown',
        size: 77,
        createdAt: NOW + 5,
        text: 'new',
        restoredFrom: 1,
      })
      const change = { version, name: 'Other', theme: 'paper' } as const
      assert.equal(await first().transaction(rows => rows.artifacts.addVersion(artifact.id, 1, change)), true)
      const found = await find(artifact.shortId)
      assert.equal(found.version, 2)
      assert.equal(found.name, 'Other')
      assert.equal(found.theme, 'paper')
      assert.equal(found.format, 'markdown')
      assert.equal(found.size, 77)
      assert.equal(found.sha256, version.sha256)
      assert.equal(found.updatedAt, NOW + 5)
      assert.equal(found.createdAt, NOW)
      const { text: _, miniature: __, ...rest } = version
      assert.deepEqual(await first().versions.find(artifact.id, 2), {
        artifactId: artifact.id,
        number: 2,
        ...rest,
      })
      assert.equal(await first().transaction(rows => rows.versions.text(artifact.id)), 'new')
    })

    test('from a version that is not current changes nothing', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of)
      for (const from of [0, 2, 7]) {
        const advanced = first().transaction(rows =>
          rows.artifacts.addVersion(artifact.id, from, { version: newVersion() }),
        )
        assert.equal(await advanced, false)
      }
      assert.equal((await find(artifact.shortId)).version, 1)
      assert.equal((await first().versions.list(artifact.id, null, 10)).length, 1)
    })

    test('of something in the trash changes nothing', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of)
      await first().transaction(rows => rows.artifacts.trash(artifact.id, NOW))
      const advanced = first().transaction(rows =>
        rows.artifacts.addVersion(artifact.id, 1, { version: newVersion() }),
      )
      assert.equal(await advanced, false)
    })
  })

  describe('versions', () => {
    test('are listed newest first, in pages, and keep who wrote them', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of)
      const robot = { personId: of.person.id, name: 'Ana', actorType: 'agent', actorName: 'Robot' } as const
      for (const from of range(6)) {
        await first().transaction(rows =>
          rows.artifacts.addVersion(artifact.id, from, { version: newVersion({ author: robot }) }),
        )
      }
      const numbers = async (before: number | null) =>
        (await first().versions.list(artifact.id, before, 3)).map(version => version.number)
      assert.deepEqual(await numbers(null), [7, 6, 5])
      assert.deepEqual(await numbers(5), [4, 3, 2])
      assert.deepEqual(await numbers(2), [1])
      assert.deepEqual((await first().versions.find(artifact.id, 7))!.author, robot)
      assert.deepEqual((await first().versions.find(artifact.id, 1))!.author, author)
    })

    test('of all artifacts are read in pages without gap or repeat', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of)
      await first().transaction(rows => rows.artifacts.addVersion(artifact.id, 1, { version: newVersion() }))
      const seen: string[] = []
      let after: { artifactId: string; number: number } | null = null
      for (;;) {
        const page = await first().versions.page(after, 7)
        if (page.length === 0) break
        seen.push(...page.map(version => `${version.artifactId} ${version.number}`))
        after = page.at(-1)!
      }
      assert.equal(new Set(seen).size, seen.length)
      assert.deepEqual([...seen].sort(), seen)
      assert.ok(seen.includes(`${artifact.id} 2`))
    })
  })

  describe('settings', () => {
    test('change what is named, raise the count and leave the rest', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of, { sharedWith: ['a@x.org'] })
      await first().transaction(rows =>
        rows.artifacts.change(
          artifact.id,
          { visibility: 'company', labels: ['b', 'a'], historyVisible: true },
          NOW + 9,
        ),
      )
      const found = await find(artifact.shortId)
      assert.equal(found.visibility, 'company')
      assert.deepEqual(found.labels, ['a', 'b'])
      assert.deepEqual(found.sharedWith, ['a@x.org'])
      assert.equal(found.historyVisible, true)
      assert.equal(found.settings, 2)
      assert.equal(found.updatedAt, NOW + 9)
      assert.equal(found.version, 1)
      assert.equal(found.name, 'Page')
    })

    test('lists are replaced whole, also by nothing', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of, { sharedWith: ['a@x.org', 'b@x.org'] })
      await first().transaction(rows =>
        rows.artifacts.change(artifact.id, { sharedWith: ['c@x.org', 'b@x.org'], labels: ['x'] }, NOW),
      )
      assert.deepEqual((await find(artifact.shortId)).sharedWith, ['b@x.org', 'c@x.org'])
      await first().transaction(rows =>
        rows.artifacts.change(artifact.id, { sharedWith: [], labels: [] }, NOW),
      )
      const found = await find(artifact.shortId)
      assert.deepEqual([found.sharedWith, found.labels], [[], []])
    })

    test('name, theme, end, owner and organization can change', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const heir = await first().transaction(rows => addPerson(rows))
      const artifact = await publish(first(), of)
      await first().transaction(rows =>
        rows.artifacts.change(
          artifact.id,
          {
            name: 'Heirloom',
            theme: 'plain',
            expiresAt: NOW + 7,
            ownerId: heir.id,
            organizationId: other.organization.id,
          },
          NOW,
        ),
      )
      const found = await find(artifact.shortId)
      assert.equal(found.name, 'Heirloom')
      assert.equal(found.theme, 'plain')
      assert.equal(found.expiresAt, NOW + 7)
      assert.equal(found.owner!.personId, heir.id)
      assert.deepEqual(found.organization, other.organization)
      await first().transaction(rows => rows.artifacts.change(artifact.id, { expiresAt: null }, NOW))
      assert.equal((await find(artifact.shortId)).expiresAt, null)
    })
  })

  describe('the trash', () => {
    test('keeps the artifact readable by its short ID, and gives it back', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of, { expiresAt: NOW + 1 })
      await first().transaction(rows => rows.artifacts.trash(artifact.id, NOW + 3))
      assert.equal((await find(artifact.shortId)).trashedAt, NOW + 3)
      await first().transaction(rows => rows.artifacts.trash(artifact.id, NOW + 4))
      assert.equal((await find(artifact.shortId)).trashedAt, NOW + 3)
      await first().transaction(rows => rows.artifacts.undelete(artifact.id, null))
      const found = await find(artifact.shortId)
      assert.deepEqual([found.trashedAt, found.expiresAt], [null, null])
    })

    test('does not count as gated, public does not either', async () => {
      const of = await home(first())
      const count = () => first().transaction(rows => rows.artifacts.countGated(of.organization.id, NOW))
      const artifact = await publish(first(), of, { visibility: 'company' })
      await publish(first(), of, { visibility: 'private' })
      await publish(first(), of, { visibility: 'public' })
      assert.equal(await count(), 2)
      await first().transaction(rows => rows.artifacts.trash(artifact.id, NOW))
      assert.equal(await count(), 1)
      await first().transaction(rows => rows.artifacts.undelete(artifact.id, null))
      assert.equal(await count(), 2)
      await publish(first(), of, { visibility: 'private', expiresAt: NOW })
      assert.equal(await count(), 2)
    })
  })

  describe('a preview', () => {
    test('is found by its claim and by its artifact', async () => {
      const preview = await publishPreview(first())
      const expected = {
        artifactId: preview.id,
        shortId: preview.shortId,
        name: preview.name,
        size: 5,
        createdAt: NOW,
        expiresAt: NOW + 30 * DAY,
        claimedAt: null,
      }
      assert.deepEqual(await first().previews.findByClaim(preview.claimHash), expected)
      assert.deepEqual(await first().previews.findByArtifact(preview.id), expected)
      assert.equal(await first().previews.findByClaim('x'), null)
      assert.equal(await first().previews.findByArtifact(id()), null)
    })

    test('claimed once is owned, has no end, and is found by search of its organization', async () => {
      const of = await home(first())
      const preview = await publishPreview(first())
      const to = { organizationId: of.organization.id, ownerId: of.person.id, visibility: 'private' } as const
      const claims = await Promise.all(
        range(8).map(() => first().transaction(rows => rows.previews.claim(preview.id, to, NOW + 5))),
      )
      assert.equal(claims.filter(Boolean).length, 1)
      const found = await find(preview.shortId)
      assert.deepEqual(found.organization, of.organization)
      assert.equal(found.owner!.personId, of.person.id)
      assert.equal(found.visibility, 'private')
      assert.equal(found.expiresAt, null)
      assert.equal(found.version, 1)
      assert.equal((await first().previews.findByArtifact(preview.id))!.claimedAt, NOW + 5)
      const hits = await first().artifacts.search({
        reach: [{ organizationId: of.organization.id }],
        within: { organizationId: of.organization.id, recipient: null },
        text: 'page',
        now: NOW,
        offset: 0,
        limit: 5,
      })
      assert.deepEqual(
        hits.map(hit => hit.shortId),
        [preview.shortId],
      )
    })

    test('cannot be claimed after its end', async () => {
      const of = await home(first())
      const preview = await publishPreview(first(), NOW + 10)
      const to = { organizationId: of.organization.id, ownerId: null, visibility: 'public' } as const
      assert.equal(await first().transaction(rows => rows.previews.claim(preview.id, to, NOW + 10)), false)
      assert.equal((await find(preview.shortId)).organization, null)
    })

    test('inserting an artifact twice fails and keeps the first', async () => {
      const of = await home(first())
      const artifact = newArtifact(of)
      await first().transaction(rows => rows.artifacts.insert(artifact, newVersion({ note: 'one' })))
      await assert.rejects(
        first().transaction(rows => rows.artifacts.insert(artifact, newVersion({ note: 'two' }))),
      )
      assert.equal((await first().versions.find(artifact.id, 1))!.note, 'one')
    })
  })
}
