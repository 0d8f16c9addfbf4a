// The log: JSON lines on stdout, with everything that could be a secret left out.
import cluster from 'node:cluster'
import pino from 'pino'
import type { Log } from './surfaces/http/site.ts'

/** Characters that are written at once, and milliseconds after which fewer are. */
const TOGETHER = 3072
const LATEST = 100

/** Several processes may share a pipe, which keeps so many bytes of one write together (PIPE_BUF). */
const MOST_TOGETHER = 4096

/** Characters that wait at most where the disk takes none; later lines are lost. */
const MOST_WAITING = 1_048_576

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
  const sizes = {
    maxLength: MOST_WAITING,
    minLength: TOGETHER,
    maxWrite: MOST_TOGETHER,
    periodicFlush: LATEST,
  }
  const lines = pino.destination({ fd: 1, sync: false, ...sizes })
  // A full disk below the log is no reason to stop: lines are lost until there is room.
  lines.on('error', () => undefined)
  // Nor to wait for room at the end, which the library does.
  lines.once('error', () => process.prependOnceListener('exit', () => lines.destroy()))
  return pino(options, lines)
}

/** An errno, a code of Node, an SQLSTATE or one of our problems: never what somebody signs in with, which is six digits. */
const isErrorCode = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:E[A-Z][A-Z\d_]+|[\dA-Z]{5}|[a-z]+(?:_[a-z]+)+)$/.test(value)
