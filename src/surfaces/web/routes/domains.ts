// Mail domains: named, looked up, given up.

import { governors } from '../../../domain/actor.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  performed,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import {
  type DomainRow,
  type DomainsPageProps,
  domainsPage,
  removeDomainPage,
} from '../pages/domains-page.tsx'

export const domains: Section = {
  href: '/app/domains',
  label: 'Domains',
  group: 'organization',
  isFor: actor => isPerson(actor) && governors.includes(actor.role),
  routes: {
    'GET /app/domains': visit => sendDomains(visit, 200),
    'POST /app/domains': addByForm,
    'GET /app/domains/:id{[0-9a-f-]{36}}/verify': async visit => finish(visit, '/app/domains'),
    'POST /app/domains/:id{[0-9a-f-]{36}}/verify': verifyByForm,
    'GET /app/domains/:id{[0-9a-f-]{36}}/remove': showRemoval,
    'POST /app/domains/:id{[0-9a-f-]{36}}/remove': removeByForm,
  },
  done: {
    added: 'The domain is named. Add its record to your DNS, then verify it.',
    verified: 'The domain is proven. Whoever signs in with an address there becomes a viewer.',
    removed: 'The domain is removed.',
  },
}

type DomainAnswer = RowOf<typeof operations.listDomains>

async function sendDomains(
  visit: Visit,
  status: number,
  shown: Pick<DomainsPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const { data } = await performed(visit, operations.listDomains, {})
  sendDashboard(visit, status, domainsPage({ frame: frameOf(visit), domains: data.map(rowOf), ...shown }))
}

const rowOf = ({ createdAt, verifiedAt, ...row }: DomainAnswer): DomainRow => ({
  ...row,
  createdAt: new Date(createdAt),
  verifiedAt: verifiedAt === null ? null : new Date(verifiedAt),
})

/** `POST /app/domains` */
async function addByForm(visit: Visit): Promise<void> {
  const { name = '' } = await fieldsOf(visit)
  const named = { public_mail_domain: 'name', domain_taken: 'name' }
  const outcome = await attempt(visit, operations.addDomain, { name }, named)
  if ('value' in outcome) return finish(visit, '/app/domains', 'added')
  const { status, errors } = outcome.refused
  await sendDomains(visit, status, { errors, values: { name } })
}

/** `POST /app/domains/{id}/verify` */
async function verifyByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  const outcome = await attempt(visit, operations.verifyDomain, { id: visit.params.id })
  if ('value' in outcome) return finish(visit, '/app/domains', 'verified')
  await sendDomains(visit, outcome.refused.status, { errors: outcome.refused.errors })
}

/** `GET /app/domains/{id}/remove` */
async function showRemoval(visit: Visit): Promise<void> {
  const { viewers, ...domain } = await performed(visit, operations.inspectDomain, {
    id: visit.params.id,
  })
  const html = removeDomainPage({ frame: frameOf(visit), domain: { ...rowOf(domain), viewers } })
  sendDashboard(visit, 200, html)
}

/** `POST /app/domains/{id}/remove` */
async function removeByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  await performed(visit, operations.removeDomain, { id: visit.params.id })
  finish(visit, '/app/domains', 'removed')
}
