// Mail domains of the organization: named, proven by a DNS record, given up.

import type { JSX } from 'preact'
import { CopyField, EmptyState } from '../layout/blocks.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { DomainName, organizationName } from '../layout/people.tsx'
import { plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'

export interface DomainRow {
  id: string
  name: string
  record: { name: string; value: string }
  createdAt: Date
  verifiedAt: Date | null
}

interface Common {
  frame: Frame
  errors?: readonly FieldError[]
}

export interface DomainsPageProps extends Common {
  domains: readonly DomainRow[]
  values?: { name?: string | undefined }
}

/** `POST /app/domains` with `name`; `POST /app/domains/{id}/verify`. */
export const domainsPage = (props: DomainsPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Domains', width: 'form', children: <Domains {...props} /> })

const Domains = (props: DomainsPageProps): JSX.Element => (
  <>
    <h1>Domains</h1>
    <p>
      Whoever signs in with an address at a proven domain reads and comments in{' '}
      <UserText text={organizationName(props.frame)} /> without an invitation.
    </p>
    <ErrorSummary errors={props.errors} />
    {props.domains.length === 0 && (
      <EmptyState title="No domain yet">
        <p>Name the domain of your mail below. You prove it by one record in its DNS.</p>
      </EmptyState>
    )}
    {props.domains.map(domain => (
      <Domain key={domain.id} domain={domain} now={props.frame.now} />
    ))}
    <section class="new" aria-labelledby="add-domain">
      <h2 id="add-domain">Add a domain</h2>
      <Form action="/app/domains" class="form">
        <Field
          name="name"
          label="Domain"
          hint="What stands after the @, such as acme.example. Subdomains are domains of their own."
          value={props.values?.name}
          errors={props.errors}
          maxLength={253}
          required
        />
        <Button kind="primary">Add the domain</Button>
      </Form>
    </section>
  </>
)

const Domain = ({ domain, now }: { domain: DomainRow; now: Date }): JSX.Element => (
  <section class="entry" aria-labelledby={`domain-${domain.id}`}>
    <h2 id={`domain-${domain.id}`}>
      <DomainName name={domain.name} />
    </h2>
    <State domain={domain} now={now} />
    {domain.verifiedAt === null && <Record domain={domain} />}
    <div class="actions">
      {domain.verifiedAt === null && (
        <Form action={`/app/domains/${domain.id}/verify`}>
          <button type="submit" class="button" aria-label={`Verify now: ${plain(domain.name)}`}>
            Verify now
          </button>
        </Form>
      )}
      <a class="button" href={`/app/domains/${domain.id}/remove`} aria-label={`Remove ${plain(domain.name)}`}>
        Remove
      </a>
    </div>
  </section>
)

const State = ({ domain, now }: { domain: DomainRow; now: Date }): JSX.Element =>
  domain.verifiedAt ? (
    <p class="state done">
      <Icon name="check" />
      <span>
        Proven <RelativeTime at={domain.verifiedAt} now={now} />
      </span>
    </p>
  ) : (
    <p class="state open">
      <Icon name="warning" /> Not proven yet
    </p>
  )

const Record = ({ domain }: { domain: DomainRow }): JSX.Element => (
  <>
    <p>Add this TXT record where the DNS of the domain is kept. It can take an hour until it is seen.</p>
    <dl class="facts-list">
      <dt>Type</dt>
      <dd>TXT</dd>
      <dt>Name</dt>
      <dd>
        <code>{plain(domain.record.name)}</code> (often written <code>@</code>)
      </dd>
    </dl>
    <CopyField text={domain.record.value} label={`Value of the TXT record of ${plain(domain.name)}`} />
  </>
)

const peopleAre = (count: number): string =>
  count === 0 ? 'Nobody is' : count === 1 ? '1 person is' : `${count} people are`

export interface RemoveDomainPageProps extends Common {
  domain: DomainRow & { viewers: number }
}

/** Says what ends before it ends. `POST /app/domains/{id}/remove`. */
export const removeDomainPage = (props: RemoveDomainPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: 'Remove a domain',
    width: 'form',
    children: <RemoveDomain {...props} />,
  })

const RemoveDomain = ({ domain, frame, errors }: RemoveDomainPageProps): JSX.Element => (
  <>
    <p class="crumb">
      <a href="/app/domains">Domains</a>
    </p>
    <h1>
      Remove <DomainName name={domain.name} />
    </h1>
    <ErrorSummary errors={errors} />
    {domain.verifiedAt === null ? (
      <p>It was never proven, so nobody came by it and nothing else changes.</p>
    ) : (
      <p>
        {peopleAre(domain.viewers)} reading in <UserText text={organizationName(frame)} /> by this domain
        alone. They lose what is open to the company at once; members with an invitation of their own stay.
        Pages that name somebody at this domain then name somebody outside.
      </p>
    )}
    <p>To have it back, the record in the DNS has to be set anew.</p>
    <Form action={`/app/domains/${domain.id}/remove`}>
      <p class="actions">
        <Button kind="danger">Remove the domain</Button>
        <a class="button" href="/app/domains">
          Keep it
        </a>
      </p>
    </Form>
  </>
)
