// Reads that most requests ask for, answered without waiting where the store knows everything they need.
import type { Actor } from '../../domain/actor.ts'
import type { Operation, OutputOf } from '../../operations/kernel/operation.ts'
import { performKept } from '../../operations/kernel/perform-kept.ts'
import { peekCaller } from './caller.ts'
import { type HttpExchange, readDetails } from './http-exchange.ts'
import { noteCaller } from './request-log.ts'
import type { Site } from './site.ts'

/** The ways to end a read. An error that the first two throw goes to the third. */
interface Ways<Out> {
  answer(value: Out, actor: Actor): Promise<void> | undefined
  /** Makes the same call, with every part of it read. */
  otherwise(): Promise<void>
  failed(error: unknown): void
}

/** Reads the current state of the artifact with that short ID. */
export function readKept<Op extends Operation>(
  site: Site,
  exchange: HttpExchange,
  operation: Op,
  id: string,
  { answer, otherwise, failed }: Ways<OutputOf<Op>>,
): void {
  const { headers } = exchange.request
  if (headers.authorization !== undefined || headers['x-actor-name'] !== undefined) {
    otherwise().catch(failed)
    return
  }
  performKept(site.context, operation, {
    id,
    callerIn: kept => peekCaller(site, exchange, kept),
    details: () => readDetails(exchange),
    otherwise: () => void otherwise().catch(failed),
    answer(value, actor) {
      try {
        answer(value, noteCaller(exchange, actor))?.catch(failed)
      } catch (error) {
        failed(error)
      }
    },
  })
}
