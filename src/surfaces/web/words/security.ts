// The words of two-step verification and of the browsers where a person is signed in.

const left = (count: number): string =>
  count === 1 ? '1 recovery code left' : `${count} recovery codes left`

export const securityWords = {
  title: 'Security',
  factor: 'Two-step verification',
  off: 'Off',
  offHint:
    'With an authenticator app, signing in takes a code of the app as well, so that your email alone is not enough. Google and Microsoft ask for their own instead.',
  turnOn: 'Turn on',
  on: 'On',
  onHint: (since: string, codes: number) => `Since ${since}. ${left(codes)}.`,
  turnOff: 'Turn off',
  turnOffAsks: 'Turn off two-step verification?',
  turnOffHint: 'From then on, a code by email is enough to sign in as you. Your recovery codes end.',
  offCode: 'Code of the app, or a recovery code',
  scan: 'Scan this code with your authenticator app, or copy the secret into the app. You can’t see it again.',
  picture: 'The secret as a picture for your authenticator app',
  secret: 'Secret',
  code: 'Code of the app',
  codeHint: 'The six digits that the app shows now.',
  recovery: 'Your recovery codes',
  recoveryHint:
    'Two-step verification is on. If you lose the app, each of these codes lets you in once. Keep them where you keep passwords. You can’t see them again, and without them and the app only the operator of this server can let you in.',
  saved: 'I saved my codes',
  sessions: 'Signed-in browsers',
  thisOne: 'This browser',
  unknown: 'Unknown browser',
  unknownNetwork: 'unknown network',
  signedIn: 'Signed in',
  by: 'with',
  setupLink: 'the setup link',
  emailCode: 'a code by email',
  lastUsed: 'Last used',
  end: 'Sign out',
  endNamed: (browser: string) => `Sign out ${browser}`,
  endOthers: 'Sign out other browsers',
  ended: 'Signed out on that browser',
  endedOthers: 'Signed out on all other browsers',
  factorOff: 'Two-step verification is off',
} as const
