// This file acts when the authorization server ends a grant: it writes the audit log, and tells the person of a copied token.
import { plain } from '../../domain/plain-text.ts'
import { postMail } from '../../operations/feed/mail.ts'
import { uuid } from '../../operations/kernel/uuid.ts'
import type { AuditRow, GrantRow, Rows } from '../../storage/records.ts'

/** The app gave the grant back, or a code or token was used twice, so that somebody may have copied it (RFC 9700 section 4.14.2). */
export type Ending = 'app' | 'reuse'

/** @param url the address of the service, for the mail */
export async function noteEnding(
  rows: Rows,
  grant: GrantRow,
  { how, now, url }: { how: Ending; now: number; url: string },
): Promise<void> {
  await rows.journal.audit(await auditRow(rows, grant, how, now))
  if (how === 'reuse') await mailPerson(rows, grant, now, url)
}

/** The app acts as its person; a grant that ends by reuse is ended by the system. */
async function auditRow(
  { people }: Rows,
  { id: subject, ...grant }: GrantRow,
  how: Ending,
  now: number,
): Promise<AuditRow> {
  const { organizationId, clientName: name, clientHost: host } = grant
  const person = how === 'app' ? await people.person(grant.personId) : null
  return {
    ...{ id: uuid(now), organizationId, subject, credential: subject, createdAt: now },
    action: how === 'app' ? 'disconnectApp' : 'stopApp',
    ...(person
      ? { personId: person.id, authorName: person.name, actorType: 'agent' }
      : { personId: null, authorName: 'Recto', actorType: 'system' }),
    ...{ actorName: how === 'app' ? name : null, surface: 'oauth', client: null, data: { name, host } },
  }
}

async function mailPerson(rows: Rows, grant: GrantRow, now: number, url: string): Promise<void> {
  const person = await rows.people.person(grant.personId)
  const organization = await rows.people.organization(grant.organizationId)
  if (!person || !organization) return
  await postMail({ rows, now }, person.email, {
    subject: 'An app was disconnected from your account',
    lines: [
      `The app that calls itself “${plain(grant.clientName)}” could act for you in ${plain(organization.name)} at ${url}. A code or token of it was used twice, so somebody may have copied it. The app was disconnected, and none of its tokens work any more.`,
      '',
      `If you still need the app, connect it again. What it did stands in the history of your pages, and the apps that are connected at ${url}/app/apps.`,
    ],
  })
}
