// Publishing by a form: the file streams in as it does everywhere, a pasted text stands in for one.
import { formFile } from '../../../content/apart.ts'
import { addressesIn } from '../../../domain/pasted.ts'
import { tooLarge } from '../../../domain/plan.ts'
import { invalidInput } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { Body, IncomingFile } from '../../../operations/kernel/call.ts'
import { once } from '../../../operations/kernel/intake.ts'
import { announced, invite } from '../../http/body.ts'
import { readMultipart } from '../../http/multipart.ts'
import { settingsPath } from '../components/artifact-rows.tsx'
import { audienceLimits } from '../components/audience-form.tsx'
import {
  attempt,
  finish,
  frameOf,
  isPerson,
  requireSameOrganization,
  type Section,
  sendDashboard,
  turnAt,
  type Visit,
} from '../dashboard.ts'
import { type PublishPageProps, type PublishValues, publishPage } from '../pages/publish-page.tsx'

export const publish: Section = {
  href: '/app/new',
  label: 'Publish',
  group: 'pages',
  isFor: actor => isPerson(actor) && actor.role !== 'viewer',
  routes: {
    'GET /app/new': async visit => sendForm(visit, 200, { values: blankOf(visit) }),
    'POST /app/new': publishByForm,
  },
}

const blankOf = ({ me }: Visit): PublishValues => ({
  text: '',
  format: 'auto',
  name: '',
  visibility: me.defaultVisibility ?? 'private',
  sharedWith: '',
  theme: 'github',
})

function sendForm(visit: Visit, status: number, form: Pick<PublishPageProps, 'values' | 'errors'>): void {
  const { me } = visit
  const props: PublishPageProps = {
    frame: frameOf(visit),
    limits: audienceLimits(me.organization, me.policy),
    largest: me.limits?.fileSize ?? 0,
    ...form,
  }
  sendDashboard(visit, status, publishPage(props))
}

/** `POST /app/new`: leads to the page of what was published, with its address. */
async function publishByForm(visit: Visit): Promise<void> {
  const values = blankOf(visit)
  const body = formBody(visit, values)
  const outcome = await attempt(visit, operations.publish, {}, places, { body })
  if ('value' in outcome) {
    const { shortId, warnings } = outcome.value
    return finish(visit, settingsPath(shortId), warnings?.length ? 'warned' : 'published')
  }
  sendForm(visit, outcome.refused.status, { values, errors: outcome.refused.errors })
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
function formBody(visit: Visit, values: PublishValues): Body {
  const { wire } = visit
  return {
    announce(limit) {
      if (announced(wire) > limit + framing) throw tooLarge(limit)
    },
    async read(_limit, keep) {
      invite(wire)
      const parts = await readMultipart(wire.request, keep, 'form')
      requireSameOrganization(visit, parts.fields.organization?.at(-1))
      for (const name of Object.keys(values) as (keyof PublishValues)[])
        values[name] = parts.fields[name]?.at(-1)?.replaceAll('\r\n', '\n') ?? values[name]
      const pasted = values.text.trim() !== ''
      if (pasted && parts.file)
        throw invalidInput([{ field: 'text', message: 'send the file or the text, not both' }])
      return {
        fields: inputOf(values),
        file: pasted ? await keep(await textFile(visit, values)) : parts.file,
      }
    },
  }
}

/** Without a name of its own, so that it is called by the title found in it. */
async function textFile(visit: Visit, { text, format }: PublishValues): Promise<IncomingFile> {
  const isHtml = format === 'auto' ? beginsWithTag(text) : format === 'html'
  const bytes = await formFile(turnAt(visit), text, null)
  return { bytes: once(bytes), mediaType: isHtml ? 'text/html' : 'text/markdown' }
}

/** Whoever pastes a piece of a page means HTML, also where it begins with no document. Only the beginning is looked at. */
const beginsWithTag = (text: string): boolean => /^\s*<(?:!doctype|!--|[a-z])/i.test(text.slice(0, 20_000))

const inputOf = ({ name, visibility, sharedWith, theme }: PublishValues): Record<string, unknown> => ({
  ...(name.trim() !== '' && { name }),
  visibility,
  sharedWith: addressesIn(sharedWith),
  notify: true,
  theme,
})
