// A process of its own that works on a store until it is told to stop or killed: for tests of several processes.
// Arguments: address, organization, how many units. Prints each short ID once its unit is durable.
import { openRecords } from '../../src/storage/open.ts'
import { author, id, NOW, newArtifact, newVersion } from './records.world.ts'

const [address, organizationId, count] = process.argv.slice(2) as [string, string, string]
const records = await openRecords(address)

async function publish(): Promise<void> {
  const artifact = newArtifact(null, { organizationId, visibility: 'company' })
  await records.transaction(async rows => {
    await rows.artifacts.insert(artifact, newVersion({ text: `words of ${artifact.shortId}` }))
    await rows.journal.event({
      id: id(),
      organizationId,
      type: 'artifact.published',
      artifactId: artifact.id,
      actor: author,
      data: {},
      createdAt: NOW,
    })
  })
  process.stdout.write(`${artifact.shortId}\n`)
}

let left = Number(count)
await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (left-- > 0) await publish()
  }),
)
await records.close()
