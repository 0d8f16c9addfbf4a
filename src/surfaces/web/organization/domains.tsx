// Email domains of the organization: added, verified by a DNS record, removed.

import type { JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf, RowOf } from '../../../operations/kernel/operation.ts'
import { CopyField, EmptyState } from '../layout/blocks.tsx'
import { Badge, LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { DomainName, organizationName } from '../layout/people.tsx'
import { plain } from '../layout/text.ts'
import { RelativeTime } from '../layout/words.tsx'
import {
  actByForm,
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common, trail } from '../words/common.ts'
import { domainWords as words } from '../words/domains.ts'

const path = '/app/domains'

export const domains: Section = {
  href: path,
  label: common.domains,
  group: 'organization',
  isFor: actor => mayCall(operations.listDomains, actor),
  routes: {
    'GET /app/domains': request => showDomains(request),
    'POST /app/domains': addDomain,
    'GET /app/domains/:id{[0-9a-f-]{36}}/verify': async request => finish(request, path),
    'POST /app/domains/:id{[0-9a-f-]{36}}/verify': request =>
      actByForm(
        request,
        operations.verifyDomain,
        { id: request.params.id },
        { path, done: 'verified', again: (_, status, errors) => showDomains(request, status, { errors }) },
      ),
    'GET /app/domains/:id{[0-9a-f-]{36}}/remove': showRemoval,
    'POST /app/domains/:id{[0-9a-f-]{36}}/remove': removeDomain,
  },
  done: { added: words.added, verified: words.nowVerified, removed: words.removed },
}

async function showDomains(
  request: PageRequest,
  status = 200,
  shown: Pick<DomainsPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const { data } = await performed(request, operations.listDomains, {})
  sendDashboard(request, status, domainsPage({ frame: frameOf(request), domains: data, ...shown }))
}

/** `POST /app/domains` */
async function addDomain(request: PageRequest): Promise<void> {
  const { name = '' } = await fieldsOf(request)
  const named = { public_mail_domain: 'name', domain_taken: 'name' }
  const outcome = await attempt(request, operations.addDomain, { name }, named)
  if ('value' in outcome) return finish(request, path, 'added')
  const { status, errors } = outcome.refused
  await showDomains(request, status, { errors, values: { name } })
}

/** `GET /app/domains/{id}/remove` */
async function showRemoval(request: PageRequest): Promise<void> {
  const domain = await performed(request, operations.inspectDomain, { id: request.params.id })
  sendDashboard(request, 200, removeDomainPage({ frame: frameOf(request), domain }))
}

/** `POST /app/domains/{id}/remove` */
async function removeDomain(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.removeDomain, { id: request.params.id })
  finish(request, path, 'removed')
}

type DomainRow = RowOf<typeof operations.listDomains>

export interface DomainsPageProps {
  frame: Frame
  domains: readonly DomainRow[]
  errors?: readonly FieldError[]
  values?: { name?: string | undefined }
}

export const domainsPage = (props: DomainsPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'list', children: <Domains {...props} /> })

const Domains = (props: DomainsPageProps): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      <p class="soft">{words.lead(plain(organizationName(props.frame)))}</p>
    </div>
    <ErrorSummary errors={props.errors} />
    <AddDomain {...props} />
    {props.domains.length > 0 ? (
      <Entries label={words.title}>
        {props.domains.map(domain => (
          <Domain key={domain.id} domain={domain} now={props.frame.now} />
        ))}
      </Entries>
    ) : (
      <EmptyState title={words.none}>
        <p>{words.noneHint}</p>
      </EmptyState>
    )}
  </>
)

const AddDomain = ({ errors, values }: DomainsPageProps): JSX.Element => (
  <Form action={path} errors={errors} class="card padded stack tight" aria-label={words.add}>
    <div class="ask-line two">
      <Field name="name" label={words.name} value={values?.name} maxLength={253} required />
      <Button kind="primary">{words.addButton}</Button>
    </div>
    <p class="hint">{words.nameHint}</p>
  </Form>
)

const Domain = ({ domain, now }: { domain: DomainRow; now: Date }): JSX.Element => (
  <>
    <Entry
      mark={<Tile icon="globe" />}
      name={<DomainName name={domain.name} />}
      beside={
        <Badge tone={domain.verified ? 'done' : 'warn'} icon={domain.verified ? 'check' : 'warning'}>
          {domain.verified ? words.verified : words.notVerified}
        </Badge>
      }
      below={
        <>
          {domain.verifiedAt ? words.verified : words.addedAgo}{' '}
          <RelativeTime at={new Date(domain.verifiedAt ?? domain.createdAt)} now={now} />
        </>
      }
    >
      {!domain.verified && (
        <Form action={`${path}/${domain.id}/verify`}>
          <button type="submit" class="button small" aria-label={words.verifyNamed(plain(domain.name))}>
            {words.verify}
          </button>
        </Form>
      )}
      <a
        class="button small"
        href={`${path}/${domain.id}/remove`}
        aria-label={words.removeNamed(plain(domain.name))}
      >
        {words.remove}
      </a>
    </Entry>
    {!domain.verified && (
      <li class="entry-more stack tight">
        <DnsRecord domain={domain} />
      </li>
    )}
  </>
)

const DnsRecord = ({ domain: { name, record } }: { domain: DomainRow }): JSX.Element => (
  <>
    <p class="small soft">{words.record}</p>
    <p class="small soft">
      {words.recordName}: <code>{plain(record.name)}</code> ({words.recordNameHint} <code>@</code>)
    </p>
    <CopyField text={record.value} label={words.recordValue(plain(name))} />
  </>
)

export interface RemoveDomainPageProps {
  frame: Frame
  domain: OutputOf<typeof operations.inspectDomain>
}

/** Says what ends before it ends. */
export const removeDomainPage = (props: RemoveDomainPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: words.removeTitle,
    width: 'form',
    children: <RemoveDomain {...props} />,
  })

const RemoveDomain = ({ domain, frame }: RemoveDomainPageProps): JSX.Element => (
  <>
    <nav class="trail" aria-label={trail}>
      <a href={path}>{words.title}</a>
    </nav>
    <h1>
      {words.remove} <DomainName name={domain.name} />
    </h1>
    <p>
      {domain.verified ? words.ends(domain.viewers, plain(organizationName(frame))) : words.neverVerified}
    </p>
    <p>{words.comeBack}</p>
    <Form action={`${path}/${domain.id}/remove`}>
      <p class="actions">
        <Button kind="stop">{words.removeButton}</Button>
        <LinkButton href={path}>{words.cancel}</LinkButton>
      </p>
    </Form>
  </>
)
