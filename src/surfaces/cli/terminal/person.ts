// Tells whether a person works here: somebody looks at the output, and no agent says that it runs the command.
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

/** The output alone decides: agents often start commands with the input of the terminal that they were started in. */
export const isPersonHere = ({ stdout, env }: Io): boolean =>
  stdout.isTTY === true && AGENT_SETTINGS.every(name => !env[name])
