// The address for signing in again, given with the problem that asks for it.
import { Problem } from '../../domain/problem.ts'
import type { Context } from './context.ts'

/** Adds `reauthenticateUrl` to `reauthentication_required`; returns everything else unchanged. */
export function withSignInAddress({ url }: Pick<Context, 'url'>, error: unknown): unknown {
  if (!(error instanceof Problem) || error.code !== 'reauthentication_required') return error
  return new Problem(error.code, error.message, {
    ...error.extras,
    reauthenticateUrl: `${url}/auth/sign-in?again=1`,
  })
}
