// The words of the list that says what each key does on a page.

export const keyWords = {
  title: 'Keyboard',
  close: 'Close',
  or: 'or',
  single: (keys: string) => `Single keys act (${keys})`,
  comment: 'Comment on the selected text, from within the page too, or on the page',
  commentAnywhere: 'The same, from anywhere in the page',
  pick: 'Comment on an area: arrow keys go from one part to the next, Enter chooses, Esc cancels',
  shapes: 'Pointing at a picture: a point of it, or a region',
  arrows:
    'Move the point or size the region, with Shift in large steps; Enter takes it, Esc goes a step back',
  next: 'Next thread',
  previous: 'Previous thread',
  open: 'Mark the thread and show where it belongs',
  reply: 'Reply to the thread',
  turn: 'Resolve the thread, or open it again',
  contents: 'Contents of the page',
  versions: 'History of its versions',
  share: 'Share this page',
  full: 'Full screen, and back',
  region: 'Move between header, page and comments',
  send: 'Send what you wrote',
  cancel: 'Cancel, or close what is open',
  help: 'This list',
} as const
