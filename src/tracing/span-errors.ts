// Errors in spans: their code, never their message, which may repeat words that somebody wrote.
import { Problem } from '../domain/problem.ts'

/** The code of a problem, an errno or an SQLSTATE; else the name of the class. */
export function errorTypeOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}

/** True where the server failed; a caller's mistake is no failure of the server. */
export const isFailure = (error: unknown): boolean => !(error instanceof Problem) || error.status >= 500
