// The words of reporting a page to the people who run the server.

export const reportWords = {
  title: 'Report a page',
  goesTo: 'Your report goes to the people who run this server. They see the page',
  and: 'and what you write.',
  reason: 'What is wrong with the page?',
  writeFirst: 'Say what is wrong with the page.',
  send: 'Send report',
  reported: 'Report sent',
  thanks: 'Thank you. The people who run this server were told. There is nothing else you need to do.',
} as const
