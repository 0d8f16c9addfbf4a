// The problem document in an answer (RFC 9457, contract section 10).

export interface ProblemDocument {
  code: string
  detail: string
  status?: number
  requestId?: string
  [extra: string]: unknown
}

/** Undefined where the body is none: then somebody else answered. */
export function problemIn(body: Buffer): ProblemDocument | undefined {
  try {
    const value = JSON.parse(body.toString('utf8'))
    return typeof value?.code === 'string' && typeof value.detail === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
