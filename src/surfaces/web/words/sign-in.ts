// The words of signing in: the wall before a page, the address, the code, the second step and the first setup.

export const signIn = {
  title: 'Sign in',
  lead: 'Enter your email address. We’ll send you a six-digit code.',
  foot: 'No password, and no account to set up first.',
  email: 'Email address',
  sendCode: 'Send code',
  with: (name: string) => `Continue with ${name}`,
  unpaged:
    'Without an account this opens only the pages that are shared with your address. To make an account,',
  unpagedLink: 'sign in without a page',
} as const

export const wall = {
  title: 'Sign in to open this page',
  lead: 'Enter the email address this page was shared with. We’ll send you a six-digit code.',
  foot: 'No password, no account to set up. If there is a page here for your address, it opens once you are signed in.',
  closed: 'This page isn’t here, or isn’t shared with you',
  as: 'You’re signed in as',
  otherAddress: 'If someone sent you the link, they may have used another address.',
  ownPages: 'Go to your pages',
  otherAccount: 'Sign in with another address',
  message: 'Message to the owner',
  messageHint: 'Optional, up to 500 characters.',
  ask: 'Ask for access',
  asked: 'You asked for access',
  askedLead:
    'If there is a page at this address, its owner gets your request by email. Once they share the page with you, it opens here.',
  tooLong: 'Shorten the message to 500 characters.',
} as const

export const code = {
  title: 'Check your email',
  tab: 'Enter your code',
  sent: 'We sent a code to',
  perhapsSent: 'If this address can sign in here, a code is on its way to',
  change: 'Change',
  label: 'Six-digit code',
  open: 'Open the page',
  submit: 'Sign in',
  spam: 'The code works for 10 minutes. Nothing there? Check spam, or',
  again: 'send a new code',
} as const

export const proveAgain = {
  title: 'Confirm it’s you',
  lead: 'You signed in more than 12 hours ago. Only an owner may take this step, so we check again before it.',
  sends: 'We send a six-digit code to',
} as const

export const secondStep = {
  title: 'Two-step verification',
  label: 'Code from your authenticator app',
  hint: 'Six digits. Without the app, use one of your recovery codes.',
  restart: 'Start again',
} as const

export const setup = {
  title: 'Set up Recto',
  lead: 'You become the Owner of this organization: you decide who joins, who can publish and what may be public. This link works once.',
  name: 'Your name',
  emailHint: 'Sign-in codes go to this address.',
  submit: 'Set up',
  nameFirst: 'Enter your name.',
  spent: 'This setup link was used or replaced. Start the server again to get another one, or sign in.',
} as const
