// The port to the records, answered by the tables of one database.
import type { KeptReading, Reading, Records, Rows } from '../records.ts'
import { CredentialsInTables } from './account/credentials.ts'
import { FactorsInTables } from './account/factors.ts'
import { peekSession } from './account/find-credential.ts'
import { IdentitiesInTables } from './account/identities.ts'
import { OAuthInTables } from './account/oauth.ts'
import { readArchive } from './archive/read-archive.ts'
import { isEmptyStore, writeArchive } from './archive/write-archive.ts'
import { AccessRequestsInTables } from './artifacts/access-requests.ts'
import { ArtifactsInTables, peekArtifact } from './artifacts/artifacts.ts'
import { EditingInTables } from './artifacts/editing.ts'
import { LastFilesInTables } from './artifacts/last-files.ts'
import { ModerationInTables } from './artifacts/moderation.ts'
import { PreviewsInTables } from './artifacts/previews.ts'
import { UploadsInTables } from './artifacts/uploads.ts'
import { VersionsInTables } from './artifacts/versions.ts'
import { CommentsInTables } from './comments/comments.ts'
import { NoticesInTables } from './comments/notices.ts'
import { BlobsInTables } from './engine/blobs.ts'
import type { Engine, Executor, Kept } from './engine/engine.ts'
import { LimitsInTables } from './engine/limits.ts'
import { NodesInTables } from './engine/nodes.ts'
import { TurnsInTables } from './engine/turns.ts'
import { FeedInTables } from './feed/feed.ts'
import { JournalInTables } from './feed/journal.ts'
import { OutboxInTables } from './feed/outbox.ts'
import { WebhooksInTables } from './feed/webhooks.ts'
import { CiRulesInTables } from './organization/ci-rules.ts'
import { DomainsInTables } from './organization/domains.ts'
import { InvitationsInTables } from './organization/invitations.ts'
import { MailStopsInTables } from './organization/mail-stops.ts'
import { MembersInTables } from './organization/members.ts'
import { PeopleInTables } from './organization/people.ts'

export function recordsOf(engine: Engine): Records {
  return {
    ...(rowsOf(engine.reading) as Reading),
    kept: engine.kept && keptRows(engine.kept),
    takesFoldedWords: engine.text.takesFoldedWords,
    transaction: work => engine.unit(x => work(rowsOf(x))),
    ready: () => engine.ready(),
    now: () => engine.now(),
    archive: {
      schema: engine.schema,
      read: organizationId => readArchive(engine, organizationId),
      write: (rows, options = {}) => engine.load(x => writeArchive(x, rows(), options)),
      isEmpty: () => isEmptyStore(engine.reading),
    },
    measure: () => engine.measure(),
    room: () => engine.room(),
    close: () => engine.close(),
  }
}

const keptRows = (kept: Kept): KeptReading => ({
  confirm: work => kept.confirm(work),
  session: (tokenHash, now) => peekSession(kept, tokenHash, now),
  artifact: shortId => peekArtifact(kept, shortId),
})

/** All rows: outside a transaction only the reading part is shown. */
const rowsOf = (x: Executor): Rows & Reading => ({
  artifacts: new ArtifactsInTables(x),
  versions: new VersionsInTables(x),
  lastFiles: new LastFilesInTables(x),
  comments: new CommentsInTables(x),
  people: new PeopleInTables(x),
  members: new MembersInTables(x),
  invitations: new InvitationsInTables(x),
  domains: new DomainsInTables(x),
  credentials: new CredentialsInTables(x),
  ciRules: new CiRulesInTables(x),
  oauth: new OAuthInTables(x),
  identities: new IdentitiesInTables(x),
  factors: new FactorsInTables(x),
  editing: new EditingInTables(x),
  uploads: new UploadsInTables(x),
  previews: new PreviewsInTables(x),
  turns: new TurnsInTables(x),
  nodes: new NodesInTables(x),
  journal: new JournalInTables(x),
  feed: new FeedInTables(x),
  webhooks: new WebhooksInTables(x),
  limits: new LimitsInTables(x),
  notices: new NoticesInTables(x),
  accessRequests: new AccessRequestsInTables(x),
  mailStops: new MailStopsInTables(x),
  outbox: new OutboxInTables(x),
  blobs: new BlobsInTables(x),
  moderation: new ModerationInTables(x),
})
