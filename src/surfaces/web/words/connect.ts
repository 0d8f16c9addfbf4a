// The words with which somebody lets an app or a device act for them.

import type { Scope } from '../../../domain/actor.ts'

export const connect = {
  act: 'It will act for you,',
  shows: 'What it publishes and writes shows its name beside yours.',
  organization: 'In organization',
  term: 'For',
  days: 'days',
  may: 'may',
  allow: 'Allow',
  cancel: 'Cancel',
  disconnect: 'You can disconnect at any time in Connected apps.',
  whoAsks: 'Who asks',
  ours: 'This is Recto’s own command line. It sends you back to',
  unverified: 'Recto can’t verify this app.',
  ifStarted: 'Continue only if you started this.',
  ifOwnDevice: 'Only continue if you started this on your own device.',
  device: 'Connect a device',
  deviceWarning: 'Before you go on',
  nobodyAsks: 'Nobody from Recto or from your organization asks you for this code.',
  code: 'Code on the device',
  codeHint: 'Eight letters, good for ten minutes.',
  continue: 'Continue',
  apps: 'Connected apps',
  title: (client: string) => `Allow ${client} to use Recto`,
  allowWho: 'Allow',
  toUse: 'to use Recto?',
  publishedBy: 'This app is published by',
  sentBack: ', and you are sent back there.',
  saysItIs: 'It says it is',
  of: 'of',
  runsThere: 'and runs where the code was shown.',
  sendsBack: 'and sends you back to',
  ownDevice: ', a program on your own device',
  onlyMembers:
    'Only members of an organization can connect apps. Sign out, then sign in with your address in the organization.',
} as const

/** The permission that each scope gives an app, as the person who allows it reads it. */
export const allowed: Readonly<Record<Scope, string>> = {
  'artifacts:read': 'Read pages you can open',
  'artifacts:write': 'Publish pages and save new versions',
  'artifacts:delete': 'Delete pages or give them an end date',
  'comments:read': 'Read comments',
  'comments:write': 'Read and write comments',
  'sharing:write': 'Decide who can open pages, also people outside and everybody',
  'org:read': 'See members, rules, usage and the audit log',
  'org:write': 'Change members, invitations, domains and rules',
}

/** Outcomes of a device's code: title and sentence, which ends at the link to the connected apps. */
export const deviceOutcomes = {
  connected: [
    'The device is connected',
    'Go back to it: it goes on by itself. You can disconnect it at any time in',
  ],
  declined: ['The device was not connected', 'It can do nothing for you. What is connected stands in'],
  ended: [
    'The code has expired',
    'It was answered, or its ten minutes are over. Where the device does not go on, let it show another one. What is connected stands in',
  ],
} as const

export type ClientId = 'claude-code' | 'codex' | 'cursor' | 'gemini-cli' | 'opencode' | 'command-line' | 'ci'

/** Name of each client, and how to make it open the browser where the pasted text alone does not. */
export const clientWords: Readonly<Record<ClientId, { name: string; signIn?: string }>> = {
  'claude-code': { name: 'Claude Code' },
  codex: { name: 'Codex' },
  cursor: { name: 'Cursor', signIn: 'In the MCP settings of Cursor, connect recto.' },
  'gemini-cli': { name: 'Gemini CLI', signIn: 'In Gemini CLI, type /mcp auth recto.' },
  opencode: { name: 'OpenCode' },
  'command-line': { name: 'Command line' },
  ci: { name: 'CI' },
}

const list = new Intl.ListFormat('en')

/** One verb for each thing that an app may do; reading comments goes with reading. */
const verbs: Partial<Record<Scope, string>> = {
  'artifacts:read': 'read',
  'artifacts:write': 'publish',
  'artifacts:delete': 'delete',
  'comments:write': 'comment',
  'sharing:write': 'share',
  'org:read': 'see members',
  'org:write': 'manage the organization',
}

/** The page that connects an agent. */
export const connectAgent = {
  title: 'Connect an agent',
  lead: 'Your agent publishes, updates and answers comments as you, with its own name beside yours.',
  clients: 'Agent',
  runInTerminal: 'Run this in your terminal',
  addTo: (file: string) => `Add this to ${file}`,
  addByLink: (client: string) => `Add to ${client}`,
  orByHand: 'Or add this to',
  signIn: 'Sign in when the browser opens',
  signInHint: 'You choose what the agent may do. No key to copy or keep.',
  ask: 'Ask for a page',
  askExample: 'Summarize this repository and publish it with Recto',
  orSkill: 'An agent with a shell needs no MCP:',
  toSkill: 'give it the command line and its skill',
  teach: 'Teach your agents',
  teachExample: (url: string) => `npx ${url}/cli.tgz skill install`,
  teachHint:
    'Writes the skill for Claude Code, Codex, Cursor, Gemini CLI and OpenCode, where they are installed.',
  publish: 'Publish a file',
  publishExample: (url: string) => `npx ${url}/cli.tgz publish report.html`,
  makeRule: 'Say which builds may publish',
  makeRuleHint:
    'An owner or admin adds a rule for the repository. Each build proves who it is and gets a key for 15 minutes: no secret to store.',
  toRules: 'CI builds',
  addStep: 'Add this step to the job, with the permission id-token: write',
  addStepHint:
    'Keep the key as it is: the first run makes the page and prints its address, and every later run updates it there. What people save in between stays.',
  toGuide: 'GitLab, an agent in the build, and service keys where no rule is possible',
  isConnected: 'is connected',
  connected: 'Connected',
  can: (scopes: readonly Scope[]) => `Can ${list.format(scopes.flatMap(scope => verbs[scope] ?? []))}.`,
  waiting: (client: string) => `Waiting for ${client} to connect`,
  check: 'Check now',
  manage: 'Manage',
  before: 'Connected before',
  all: 'All connected apps',
} as const
