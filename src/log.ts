// The log: JSON lines on stdout, with everything that could be a secret left out.
import pino from 'pino'
import type { Log } from './surfaces/http/site.ts'

/** A logger of the level; `silent` says nothing. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.authorization', '*.cookie', '*.token', '*.code', '*.key', '*.email'],
      censor: '[left out]',
    },
  })
}
