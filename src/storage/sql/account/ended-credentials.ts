// Credentials that ended: each way to end has a removal of its own, which an index serves.
import type { Time } from '../../../domain/artifact.ts'
import { statement } from '../engine/statement.ts'

type Ends = { now: Time; idleSince: Time }

/** The removals of a sweep: sessions, codes and keys. */
export const ended = [
  statement<Ends>()((db, param) => db.deleteFrom('session').where('expires_at', '<=', param('now'))),
  statement<Ends>()((db, param) => db.deleteFrom('session').where('last_seen_at', '<=', param('idleSince'))),
  // A code that was spent ends with its ten minutes too.
  statement<Ends>()((db, param) => db.deleteFrom('one_time_code').where('expires_at', '<=', param('now'))),
  statement<Ends>()((db, param) => db.deleteFrom('api_key').where('expires_at', '<=', param('now'))),
  statement<Ends>()((db, param) => db.deleteFrom('api_key').where('revoked_at', '<=', param('now'))),
]
