// What a span tells of an error: its code, never its message, which may repeat what somebody wrote.
import { Problem } from '../domain/problem.ts'

/** The code of a problem, an errno or an SQLSTATE; else the name of the class. */
export function errorTypeOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}

/** Whether the fault is ours: what a caller did wrong is no failure of the server. */
export const isFailure = (error: unknown): boolean => !(error instanceof Problem) || error.status >= 500
