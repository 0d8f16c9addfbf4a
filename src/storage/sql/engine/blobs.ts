// Finds the stored bytes that still have a row that names them.
import type { BlobRows } from '../../records.ts'
import { chunkedIn } from './chunked-in.ts'
import type { Executor } from './engine.ts'

export class BlobsInTables implements BlobRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async orphans(names: readonly string[]): Promise<string[]> {
    const held = new Set<string>()
    for (const piece of chunkedIn(names)) {
      for (const { blob } of await this.#held(piece)) if (blob !== null) held.add(blob)
    }
    return names.filter(name => !held.has(name))
  }

  #held(names: string[]): Promise<{ blob: string | null }[]> {
    const db = this.#x.engine.builder
    const inVersions = db.selectFrom('version').select('blob').where('blob', 'in', names)
    const inLastFiles = db.selectFrom('last_file').select('blob').where('blob', 'in', names)
    const inUploads = db
      .selectFrom('upload')
      .select('blob')
      .where('blob', 'in', names)
      .where('spent_at', 'is', null)
    return this.#x.allOf<{ blob: string | null }>(
      inVersions.union(inLastFiles).$castTo<{ blob: string | null }>().union(inUploads),
    )
  }
}
