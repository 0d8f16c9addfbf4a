// Adds people to a store, for tests that look at its system calls or make them fail. Prints what came of it.
// Arguments: address, how many units, whether "together" or "after each other".
import { DurabilityError } from '../../src/storage/durable-writes.ts'
import { openRecords } from '../../src/storage/open.ts'
import { addPerson } from './records.world.ts'

const [address = '', count = '1', manner] = process.argv.slice(2)
const records = await openRecords(address)
const outcomes: string[] = []
const kept: string[] = []

async function add(): Promise<void> {
  try {
    kept.push((await records.transaction(rows => addPerson(rows))).id)
    outcomes.push('kept')
  } catch (error) {
    outcomes.push(error instanceof DurabilityError ? 'DurabilityError' : String(error))
  }
}

if (manner === 'together') await Promise.all(Array.from({ length: Number(count) }, add))
else for (let left = Number(count); left > 0; left -= 1) await add()

const ready = await records.ready().then(
  () => true,
  () => false,
)
const reads = await records.people.personByEmail('nobody@example.com').then(
  () => true,
  () => false,
)
console.log(JSON.stringify({ outcomes, kept, ready, reads }))
process.exit()
