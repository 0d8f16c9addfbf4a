// Mail domains: named, looked up, given up.

import { adminRoles } from '../../../domain/actor.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { type DomainRow, type DomainsPageProps, domainsPage, removeDomainPage } from './domains-page.tsx'

export const domains: Section = {
  href: '/app/domains',
  label: common.domains,
  group: 'organization',
  isFor: actor => isPerson(actor) && adminRoles.includes(actor.role),
  routes: {
    'GET /app/domains': request => sendDomains(request, 200),
    'POST /app/domains': addByForm,
    'GET /app/domains/:id{[0-9a-f-]{36}}/verify': async request => finish(request, '/app/domains'),
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
  request: PageRequest,
  status: number,
  shown: Pick<DomainsPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const { data } = await performed(request, operations.listDomains, {})
  sendDashboard(request, status, domainsPage({ frame: frameOf(request), domains: data.map(rowOf), ...shown }))
}

const rowOf = ({ createdAt, verifiedAt, ...row }: DomainAnswer): DomainRow => ({
  ...row,
  createdAt: new Date(createdAt),
  verifiedAt: verifiedAt === null ? null : new Date(verifiedAt),
})

/** `POST /app/domains` */
async function addByForm(request: PageRequest): Promise<void> {
  const { name = '' } = await fieldsOf(request)
  const named = { public_mail_domain: 'name', domain_taken: 'name' }
  const outcome = await attempt(request, operations.addDomain, { name }, named)
  if ('value' in outcome) return finish(request, '/app/domains', 'added')
  const { status, errors } = outcome.refused
  await sendDomains(request, status, { errors, values: { name } })
}

/** `POST /app/domains/{id}/verify` */
async function verifyByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const outcome = await attempt(request, operations.verifyDomain, { id: request.params.id })
  if ('value' in outcome) return finish(request, '/app/domains', 'verified')
  await sendDomains(request, outcome.refused.status, { errors: outcome.refused.errors })
}

/** `GET /app/domains/{id}/remove` */
async function showRemoval(request: PageRequest): Promise<void> {
  const { viewers, ...domain } = await performed(request, operations.inspectDomain, {
    id: request.params.id,
  })
  const html = removeDomainPage({ frame: frameOf(request), domain: { ...rowOf(domain), viewers } })
  sendDashboard(request, 200, html)
}

/** `POST /app/domains/{id}/remove` */
async function removeByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.removeDomain, { id: request.params.id })
  finish(request, '/app/domains', 'removed')
}
