// The holder of a preview's edit token, on the addresses of public previews only.
import { holderOf } from '../../auth/edit-tokens.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Context } from '../../operations/kernel/context.ts'
import { type HttpExchange, header } from './http-exchange.ts'

/** 401 unless the bearer token edits this preview and the preview is still unclaimed (contract section 4). */
export async function previewHolder(
  context: Context,
  exchange: Pick<HttpExchange, 'request' | 'network'>,
  id: string,
): Promise<Actor> {
  const token = /^Bearer +(\S+) *$/i.exec(header(exchange.request, 'authorization') ?? '')?.[1]
  return holderOf(context, id, token ?? '')
}
