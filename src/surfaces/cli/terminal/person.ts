// Tells whether a person works here: somebody sits at the terminal, and no agent says that it runs the command.
import type { Io } from '../io.ts'

/** Settings by which agents tell the commands they start that they run them. */
const AGENT_SETTINGS = [
  'AI_AGENT',
  'AGENT',
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCODE',
  'COPILOT_CLI',
  'REPLIT_AGENT',
]

/**
 * The input alone decides nothing: agents often start commands with the input of the terminal that they were started in.
 * They read both outputs, of which a person who redirects stdout still sees one.
 */
export const isPersonHere = (io: Io): boolean =>
  AGENT_SETTINGS.every(name => !io.env[name]) &&
  (io.stdout.isTTY === true || (io.stderr.isTTY === true && io.stdin.isTTY === true))
