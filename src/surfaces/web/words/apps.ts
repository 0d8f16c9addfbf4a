// The words of connected apps: what acts for a person, and how it is disconnected.

export const appsWords = {
  title: 'Connected apps',
  lead: 'Apps and agents that act for you, with their own name beside yours. Disconnect one, and it is refused at once.',
  none: 'No connected apps',
  noneHint: 'An app asks you on a page here before it may do anything.',
  address: 'Address for agents',
  from: 'took you back to',
  byCode: 'a device showed you a code',
  in: 'In',
  ends: (day: string) => `until ${day}`,
  lastUsed: 'Last used',
  neverUsed: 'Not used yet',
  disconnect: 'Disconnect',
  disconnectNamed: (app: string) => `Disconnect ${app}`,
  asks: 'Disconnect this app?',
  asksHint: 'is refused from now on. It can ask you again at any time.',
  disconnectButton: 'Disconnect app',
  withKey: 'An agent that works with a key stops when you revoke the key:',
  keys: 'API keys',
  disconnected: 'App disconnected. It is refused from now on.',
} as const
