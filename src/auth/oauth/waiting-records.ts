// Records that wait for a person keep what their program said of itself when it asked, so that the pages that ask fetch nothing.
import type { Adapter, Client } from 'oidc-provider'
import { deviceRecord } from '../../operations/account/device-answer.ts'
import type { OAuthRecord } from '../../storage/records.ts'

/** An authorization that waits, as the library calls it. */
export const interactionRecord = 'Interaction'

/** The kinds of records that wait for a person. */
export const waitingRecords: ReadonlySet<string> = new Set([interactionRecord, deviceRecord.waiting])

export interface AskingProgram {
  /** The name that the program claims. */
  name: string
  /** The host that publishes a document about it. */
  publisher: string | null
}

/** The adapter with the program beside each record; what is written again later keeps it. */
export const withProgram = (adapter: Adapter, asking: () => Client | undefined): Adapter => ({
  ...adapter,
  async upsert(id, payload, life) {
    const client = asking()
    const program = client ? programOf(client) : (await adapter.find(id))?.program
    await adapter.upsert(id, { ...payload, program }, life)
  },
})

const programOf = ({ clientId, clientName, clientIdMetadataDocument }: Client): AskingProgram => ({
  name: clientName ?? '',
  publisher: clientIdMetadataDocument ? new URL(clientId).host : null,
})

/** The program that asked; null for records that were written without it. */
export const programIn = ({ payload }: Pick<OAuthRecord, 'payload'>): AskingProgram | null =>
  (JSON.parse(payload) as { program?: AskingProgram }).program ?? null
