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
} as const

/** What came of the code of a device: title and sentence, which ends at the link to the connected apps. */
export const deviceOutcomes = {
  connected: [
    'The device is connected',
    'Go back to it: it goes on by itself. You can disconnect it at any time in',
  ],
  declined: ['The device was not connected', 'It can do nothing for you. What is connected stands in'],
  ended: ['The code has ended', 'Let the device show another one. What is connected stands in'],
} as const

const list = new Intl.ListFormat('en')

/** What an app may do, in a word each; reading comments goes with reading. */
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
  publish: 'Publish a file',
  publishExample: (url: string) => `npx ${url}/cli.tgz publish report.html`,
  makeKey: 'Create a service key',
  makeKeyHint: 'Keep the key as the secret RECTO_API_KEY of your pipeline.',
  toKeys: 'API keys',
  runInJob: 'Run this in the job',
  runInJobHint: 'It prints the address of the page. Each run publishes a new page.',
  isConnected: 'is connected',
  connected: 'Connected',
  can: (scopes: readonly Scope[]) => `Can ${list.format(scopes.flatMap(scope => verbs[scope] ?? []))}.`,
  waiting: (client: string) => `Waiting for ${client} to connect`,
  check: 'Check now',
  manage: 'Manage',
  before: 'Connected before',
  all: 'All connected apps',
} as const
