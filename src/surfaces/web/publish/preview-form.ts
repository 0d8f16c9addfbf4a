// The front door over HTTP: publishing without an account by a form, and taking it back.

import { holderOf } from '../../../auth/edit-tokens.ts'
import type { Actor } from '../../../domain/actor.ts'
import { tooLarge } from '../../../domain/plan.ts'
import { invalidInput, Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { Body } from '../../../operations/kernel/call.ts'
import { announced, invite } from '../../http/body.ts'
import { requireOwnPage } from '../../http/caller.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { readMultipart } from '../../http/multipart.ts'
import { retryHeaders } from '../../http/problem.ts'
import type { FieldError } from '../layout/form.tsx'
import { sendDocument } from '../layout/theme.ts'
import { ask, type PageContext, postedFields, reader, redirect, sendPage } from '../page/page-context.ts'
import { frontDoor } from '../words/front-door.ts'
import { homePage } from './home-page.tsx'
import { pastedFile } from './pasted-file.ts'
import { publishedPreviewPage } from './published-preview-page.tsx'

/** `GET /`: those with an account are led to their pages. */
export async function showHome(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const actor = await reader(pageContext, exchange)
  if (actor.kind === 'person') return redirect(pageContext, exchange, '/app')
  const undone = new URL(exchange.request.url ?? '/', pageContext.site.context.url).searchParams.get('done')
  sendHome(pageContext, exchange, actor, { undone: undone === 'undone' })
}

interface HomeState {
  undone?: boolean
  problem?: Problem
}

function sendHome(
  pageContext: PageContext,
  exchange: HttpExchange,
  actor: Actor,
  { undone = false, problem }: HomeState,
): void {
  const { assets, site } = pageContext
  const { url, publicPreviews: previews } = site.context
  const html = homePage({
    ...{ assets, url, previews, undone },
    ...('email' in actor && { reader: actor.email }),
    ...(problem && { errors: errorsOf(problem) }),
  })
  sendPage(pageContext, exchange, problem?.status ?? 200, html, problem ? retryHeaders(problem) : {})
}

/** `POST /`, multipart: `file` or `text`. The answer holds the claim link and the way to take the page back. */
export async function publishAtFrontDoor(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  requireOwnPage(pageContext.site, exchange)
  const actor = await reader(pageContext, exchange)
  await pageContext.site.limits.count(actor, 'write')
  try {
    const body = formBody(exchange)
    const preview = await ask(pageContext, exchange, actor, operations.publishPreview, {}, { body })
    const headers = pageContext.site.headers.tokenPage()
    sendDocument(exchange, 201, headers, publishedPreviewPage(pageContext.assets, preview))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    sendHome(pageContext, exchange, actor, { problem: error })
  }
}

/** `POST /preview/remove` with `shortId` and `editToken`: the page is gone, and the front door says so. */
export async function removeAtFrontDoor(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const { shortId = '', editToken = '' } = await postedFields(pageContext, exchange)
  const holder = await holderOf(pageContext.site.context, shortId, editToken)
  await ask(pageContext, exchange, holder, operations.removePreview, { id: shortId })
  redirect(pageContext, exchange, '/?done=undone')
}

const errorsOf = ({ code, message, extras }: Problem): FieldError[] => {
  if (code === 'file_required') return [{ field: 'file', message: frontDoor.noFile }]
  const { errors } = extras as { errors?: FieldError[] }
  return errors ?? [{ field: 'file', message }]
}

/** Room for the fields beside the file. */
const framing = 2_097_152

function formBody(exchange: HttpExchange): Body {
  return {
    announce(limit) {
      if (announced(exchange) > limit + framing) throw tooLarge(limit)
    },
    async read(_limit, keep) {
      invite(exchange)
      const { fields, file } = await readMultipart(exchange.request, keep, 'form')
      const text = fields.text?.at(-1) ?? ''
      if (text.trim() === '') return { fields: {}, file }
      if (file) throw invalidInput([{ field: 'text', message: frontDoor.both }])
      return { fields: {}, file: await keep(pastedFile(text)) }
    },
  }
}
