// The log: JSON lines on stdout, with everything that could be a secret left out.
import cluster from 'node:cluster'
import pino from 'pino'
import type { Log } from './surfaces/http/site.ts'

/** Characters that are written at once, and milliseconds after which fewer are. */
const TOGETHER = 3072
const LATEST = 100

/** Several processes may share a pipe, which keeps so many bytes of one write together (PIPE_BUF). */
const MOST_TOGETHER = 4096

/** A log that can say whether a line of the level would be written. */
export interface ServerLog extends Log {
  isLevelEnabled(level: string): boolean
}

/** A logger of the level; `silent` says nothing. */
export function createLog(level: string): ServerLog {
  const options: pino.LoggerOptions = {
    level,
    base: cluster.isWorker ? { pid: process.pid } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        ...['*.authorization', '*.cookie', '*.token', '*.code', '*.key', '*.email'],
        // PostgreSQL repeats values of rows in them.
        ...['err.detail', 'err.where', 'err.internalQuery'],
      ],
      censor: (value, path) => (path.at(-1) === 'code' && isErrorCode(value) ? value : '[left out]'),
    },
  }
  const sizes = { minLength: TOGETHER, maxWrite: MOST_TOGETHER, periodicFlush: LATEST }
  return pino(options, pino.destination({ fd: 1, sync: false, ...sizes }))
}

/** An errno, a code of Node, an SQLSTATE or one of our problems: never what somebody signs in with, which is six digits. */
const isErrorCode = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:E[A-Z][A-Z\d_]+|[\dA-Z]{5}|[a-z]+(?:_[a-z]+)+)$/.test(value)
