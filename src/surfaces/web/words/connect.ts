// The words with which somebody lets an app or a device act for them.

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
