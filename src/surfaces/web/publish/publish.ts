// Publishing by a form: the file streams in as it does everywhere, a pasted text stands in for one.
import { addressesIn } from '../../../domain/pasted-addresses.ts'
import { tooLarge } from '../../../domain/plan.ts'
import { invalidInput, Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { Body } from '../../../operations/kernel/call.ts'
import { announced, invite } from '../../http/body.ts'
import { readMultipart } from '../../http/multipart.ts'
import {
  attempt,
  finish,
  frameOf,
  mayPublish,
  type PageRequest,
  requireSameOrganization,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { audienceLimits } from '../share/audience-form.tsx'
import { common } from '../words/common.ts'
import { publishForm } from '../words/publish.ts'
import { pastedFile } from './pasted-file.ts'
import { type PublishPageProps, type PublishValues, publishPage } from './publish-page.tsx'

export const publish: Section = {
  href: '/app/new',
  label: common.publish,
  group: 'pages',
  unlisted: true,
  isFor: mayPublish,
  routes: {
    'GET /app/new': async request => sendForm(request, 200, { values: blankOf(request) }),
    'POST /app/new': publishByForm,
  },
}

const blankOf = ({ me }: PageRequest): PublishValues => ({
  text: '',
  format: 'auto',
  name: '',
  visibility: me.defaultVisibility ?? 'private',
  sharedWith: '',
  theme: 'github',
})

function sendForm(
  request: PageRequest,
  status: number,
  form: Pick<PublishPageProps, 'values' | 'errors'>,
): void {
  const { me } = request
  const props: PublishPageProps = {
    frame: frameOf(request),
    limits: audienceLimits(me.organization, me.policy),
    largest: me.limits?.fileSize ?? 0,
    ...form,
  }
  sendDashboard(request, status, publishPage(props))
}

/** `POST /app/new`: leads to what was published. */
async function publishByForm(request: PageRequest): Promise<void> {
  const values = blankOf(request)
  const body = formBody(request, values)
  const outcome = await attempt(request, operations.publish, {}, places, { body })
  if ('value' in outcome) {
    const { shortId, warnings } = outcome.value
    return finish(request, `/${shortId}`, warnings?.length ? 'warned' : 'published')
  }
  sendForm(request, outcome.refused.status, { values, errors: outcome.refused.errors })
}

/** At which field a problem is mended. */
const places: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'file_required',
      'single_file_only',
      'unsupported_format',
      'empty_file',
      'not_utf8',
      'file_too_large',
      'contains_key',
    ].map(code => [code, 'file']),
  ),
  ...{ unknown_visibility: 'visibility', public_artifacts_disabled: 'visibility', plan_limit: 'visibility' },
  ...{
    malformed_address: 'sharedWith',
    external_sharing_disabled: 'sharedWith',
    rate_limited: 'sharedWith',
    unknown_theme: 'theme',
  },
}

/** Room for the fields beside the file. */
const framing = 2_097_152

/** The body of the form; what its fields held goes to `values`, to be shown again. */
function formBody(request: PageRequest, values: PublishValues): Body {
  const { exchange } = request
  return {
    announce(limit) {
      if (announced(exchange) > limit + framing) throw tooLarge(limit)
    },
    async read(_limit, keep) {
      invite(exchange)
      const parts = await readMultipart(exchange.request, keep, 'form')
      requireSameOrganization(request, parts.fields.organization?.at(-1))
      for (const name of Object.keys(values) as (keyof PublishValues)[])
        values[name] = parts.fields[name]?.at(-1)?.replaceAll('\r\n', '\n') ?? values[name]
      const pasted = values.text.trim() !== ''
      if (!pasted && !parts.file) throw new Problem('file_required', publishForm.noFile)
      if (pasted && parts.file) throw invalidInput([{ field: 'text', message: publishForm.both }])
      return {
        fields: inputOf(values),
        file: pasted ? await keep(pastedFile(values.text, values.format)) : parts.file,
      }
    },
  }
}

const inputOf = ({ name, visibility, sharedWith, theme }: PublishValues): Record<string, unknown> => ({
  ...(name.trim() !== '' && { name }),
  visibility,
  sharedWith: addressesIn(sharedWith),
  notify: true,
  theme,
})
