// The port to the records, answered by the tables of one database.
import type { Reading, Records, Rows } from '../records.ts'
import { AccessRequestsInTables } from './access-requests.ts'
import { ArtifactsInTables } from './artifacts.ts'
import { BlobsInTables } from './blobs.ts'
import { CommentsInTables } from './comments.ts'
import { CredentialsInTables } from './credentials.ts'
import { DomainsInTables } from './domains.ts'
import { EditingInTables } from './editing.ts'
import type { Engine, Executor } from './engine.ts'
import { FactorsInTables } from './factors.ts'
import { FeedInTables } from './feed.ts'
import { IdentitiesInTables } from './identities.ts'
import { InvitationsInTables } from './invitations.ts'
import { JournalInTables } from './journal.ts'
import { LimitsInTables } from './limits.ts'
import { MailStopsInTables } from './mail-stops.ts'
import { MembersInTables } from './members.ts'
import { NoticesInTables } from './notices.ts'
import { OutboxInTables } from './outbox.ts'
import { OversightInTables } from './oversight.ts'
import { PeopleInTables } from './people.ts'
import { PreviewsInTables } from './previews.ts'
import { TurnsInTables } from './turns.ts'
import { UploadsInTables } from './uploads.ts'
import { VersionsInTables } from './versions.ts'

export function recordsOf(engine: Engine): Records {
  return {
    ...(rowsOf(engine.reading) as Reading),
    unit: work => engine.unit(x => work(rowsOf(x))),
    ready: () => engine.ready(),
    close: () => engine.close(),
  }
}

/** All there is: outside a unit only its reading part is shown. */
const rowsOf = (x: Executor): Rows & Reading => ({
  artifacts: new ArtifactsInTables(x),
  versions: new VersionsInTables(x),
  comments: new CommentsInTables(x),
  people: new PeopleInTables(x),
  members: new MembersInTables(x),
  invitations: new InvitationsInTables(x),
  domains: new DomainsInTables(x),
  credentials: new CredentialsInTables(x),
  identities: new IdentitiesInTables(x),
  factors: new FactorsInTables(x),
  editing: new EditingInTables(x),
  uploads: new UploadsInTables(x),
  previews: new PreviewsInTables(x),
  turns: new TurnsInTables(x),
  journal: new JournalInTables(x),
  feed: new FeedInTables(x),
  limits: new LimitsInTables(x),
  notices: new NoticesInTables(x),
  accessRequests: new AccessRequestsInTables(x),
  mailStops: new MailStopsInTables(x),
  outbox: new OutboxInTables(x),
  blobs: new BlobsInTables(x),
  oversight: new OversightInTables(x),
})
