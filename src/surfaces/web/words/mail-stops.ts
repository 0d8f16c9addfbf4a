// The words of the pages that the last line of a mail opens: no more mails of its kind, no more requests of its sender.

export const stopWords = {
  comments: {
    title: 'Unsubscribe from emails about comments',
    effect:
      'No more email when someone mentions or answers you, resolves your thread, or comments on your page. Sign-in codes and email about your account still come.',
    stopped: 'Unsubscribed from emails about comments',
  },
  sharing: {
    title: 'Unsubscribe from emails about shared pages',
    effect:
      'No more email from here when someone shares a page with you. The pages still open for you, and sign-in codes still come.',
    stopped: 'Unsubscribed from emails about shared pages',
  },
  submit: 'Unsubscribe',
  again: 'To get them again, or one email a day, choose so on your',
  account: 'account page',
  undo: 'Subscribe again',
  undone: 'Subscribed to emails about shared pages',
  undoneEffect: 'You get an email when someone shares a page with you.',
} as const

export const blockWords = {
  title: 'Block requests for access',
  from: 'From:',
  effect:
    'No more email when this person asks to open a page of yours. They are not told. You can still share pages with them.',
  submit: 'Block requests',
  blocked: 'Requests blocked',
  blockedEffect: 'You no longer get their requests.',
  undo: 'Unblock',
  undone: 'Requests unblocked',
  undoneEffect: 'You get an email again when they ask to open a page of yours.',
} as const
