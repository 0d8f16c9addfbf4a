// A process of its own that guesses at a code: for tests of guessing from several processes at once.
// Arguments: address of the store, email, first guess, how many. Prints how many were compared and how many got in.
import { openRecords } from '../../src/storage/open.ts'
import { contextOn, counting, guess } from './guesses.ts'

const [address, email, from, count] = process.argv.slice(2) as [string, string, string, string]
const records = await openRecords(address)
const counted = counting(records)
const inside = await guess(contextOn(counted.records), email, Number(from), Number(count))
process.stdout.write(JSON.stringify({ compared: counted.compared(), inside }))
await records.close()
