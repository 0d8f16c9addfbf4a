// Files that nothing names: a process ended after it had written them and before a row named them.
import type { Blobs, ListedBlob } from '../../storage/blobs.ts'
import type { Records } from '../../storage/records.ts'

interface Stores {
  records: Pick<Records, 'transaction'>
  blobs: Pick<Blobs, 'list'>
}

/** Names looked up in one transaction. */
const batch = 200

/** The names of the orphans among the files that `matters` picks, some at a time. A publish that runs has not named its file yet. */
export async function* orphans(
  stores: Stores,
  matters: (file: ListedBlob) => boolean = () => true,
): AsyncGenerator<string[]> {
  let names: string[] = []
  for await (const file of stores.blobs.list()) {
    if (matters(file)) names.push(file.blob)
    if (names.length < batch) continue
    yield await unnamed(stores, names)
    names = []
  }
  if (names.length > 0) yield await unnamed(stores, names)
}

const unnamed = ({ records }: Stores, names: readonly string[]): Promise<string[]> =>
  records.transaction(rows => rows.blobs.orphans(names))
