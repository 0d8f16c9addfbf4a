// The words of webhooks and of what was sent to them.

export const webhookWords = {
  title: 'Webhooks',
  one: 'Webhook',
  lead: 'We send a signed message to your address when something happens in the organization, and retry for a day if it fails.',
  none: 'No webhooks yet',
  noneHint: 'Add the address of a program, a Slack channel or a Teams channel.',
  add: 'Add a webhook',
  addButton: 'Add webhook',
  address: 'Address',
  addressHint: 'Starts with https and is reachable from the internet.',
  format: 'Format',
  hears: 'Events',
  hearsHint: 'About company and public pages. A webhook gets nothing about private pages.',
  everything: 'All events',
  chosen: 'Event types chosen over the API',
  nothing: 'Choose at least one kind of event.',
  on: 'On',
  off: 'Off',
  lastSuccess: 'Last delivered',
  never: 'Nothing yet',
  secret: 'Signing secret',
  secretHint:
    'Copy the secret now. You can’t see it again. With it your program checks that a message is ours (Standard Webhooks).',
  newSecret: 'New secret',
  newSecretHint: 'The old secret also signs for one more day, so you can switch without losing a message.',
  state: 'Status',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  change: 'Settings',
  save: 'Save',
  test: 'Send a test',
  testHint: 'Sends one message now and shows the response.',
  testDone: (status: number) => `Test delivered: the receiver answered ${status}.`,
  testFailed: (error: string) => `Test failed: ${error}.`,
  deliveries: 'Deliveries',
  all: 'All',
  failedOnly: 'Failed',
  noDeliveries: 'No deliveries',
  noDeliveriesHint: 'Deliveries of the last 30 days are listed here.',
  event: 'Event',
  sent: 'Created',
  answer: 'Response',
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  replay: 'Send again',
  replayOf: (type: string) => `Send again: ${type}`,
  remove: 'Remove webhook',
  removeHint: 'Nothing is sent there any more, and waiting deliveries are dropped.',
  made: 'This webhook exists already. If you did not copy its secret, give it a new one.',
  saved: 'Webhook saved',
  switchedOn: 'Webhook switched on. It gets events from now on.',
  switchedOff: 'Webhook switched off',
  replayed: 'Sending again',
  removed: 'Webhook removed',
} as const

export const webhookFormatWords = {
  standard: 'JSON for a program',
  slack: 'Slack message',
  teams: 'Teams card',
} as const

export const disabledWords = {
  switched_off: 'Someone switched it off.',
  failing: 'Switched off because every delivery failed for a day.',
  gone: 'Switched off because the receiver answered 410 (gone).',
} as const

export const deliveryWords = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

/** Kinds of events as people choose them. */
export const subjectWords = {
  pages: 'Pages',
  comments: 'Comments',
  organization: 'Members, keys and rules',
} as const
