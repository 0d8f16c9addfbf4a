// The words of the version history: the versions, two of them compared, and going back to one.

export const historyWords = {
  title: (name: string) => `History of ${name}`,
  back: 'Back to the page',
  saved: (version: number) => `v${version}, saved`,
  by: 'by',
  versions: 'Versions',
  compareWith: 'Compare with',
  before: (version: number) => `v${version}, the one before`,
  version: (version: number) => `v${version}`,
  compare: 'Compare',
  page: 'Page',
  source: 'Source',
  views: 'Ways to compare',
  lines: 'Layout of the source',
  unified: 'Unified',
  split: 'Split',
  current: 'Current',
  noNote: 'No note',
  restoredFrom: (version: number) => `Restored from v${version}`,
  restore: (version: number) => `Restore v${version}`,
  restored: (from: number, to: number) => `Version ${from} restored as version ${to}`,
  undo: 'Undo',
  answered: (count: string) => `${count} answered`,
  sameSize: 'same size',
  more: 'More',
  open: 'Open this version',
  copyLink: 'Copy link',
  download: 'Download',
  today: 'Today',
  yesterday: 'Yesterday',
  visible: 'Everyone who can open this page can see its history',
  visibleHint: 'Otherwise only people who can edit the page can.',
  save: 'Save',
  shown: 'Saved. Everyone who can open the page sees its history now.',
  hidden: 'Saved. Only people who can edit the page see its history now.',
  noChange: 'No text changes',
  first: 'The first version',
  changesSince: (version: number) => `since v${version}`,
  previous: 'Previous change (P)',
  next: 'Next change (N)',
  unshown: (count: number) => `${count} more further down are not marked`,
  versionOf: (name: string, version: number) => `${name}, version ${version}`,
  scripted: 'Words that a script writes are not compared. The source shows what changed.',
  position: (at: number, total: number) => `${at} of ${total} ${total === 1 ? 'change' : 'changes'}`,
  was: (removed: string) => `, was “${removed}”`,
  same: 'Pick two different versions',
  sameFile: 'Both versions are the same file.',
  lineCounts: (changes: string, removed: string, added: string) =>
    `${changes}: ${removed} removed, ${added} added.`,
  large: 'Files above 10 MB are not compared here.',
  slow: 'Comparing took too long. Try again in a moment.',
  compareYourself: 'You can download both and compare them on your computer:',
  and: 'and',
} as const

/** The script says it of a version that is not there, or not marked. */
export const compareWords = {
  left: 'This version went to another address. Reload to see it again.',
  unmarked: 'The changes could not be marked in this page. The source shows them.',
  failed: 'This version could not be loaded. Reload to try again, or look at the source.',
} as const

/** The table of the lines of two files. */
export const comparisonWords = {
  caption: (from: number, to: number) => `Changes of the source from version ${from} to version ${to}`,
  lineIn: (version: number) => `Line in version ${version}`,
  change: 'Change',
  text: 'Text',
  unshown: (count: number) =>
    `${count === 1 ? '1 more change further down is' : `${count} more changes further down are`} not shown: a page would be too long. Download both files to compare them whole, or use`,
  unchanged: (count: number) => (count === 1 ? '1 unchanged line' : `${count} unchanged lines`),
  moreLines: (count: number) => `${count === 1 ? '1 more line' : `${count} more lines`} of this change`,
  leftOut: (count: number) => `${count === 1 ? '1 character' : `${count} characters`} left out`,
} as const

/** The newest versions, among the details of a page. */
export const newestWords = {
  title: 'Versions',
  caption: 'Newest versions',
  version: 'Version',
  saved: 'Saved',
  note: 'Note',
  size: 'Size',
  current: 'current',
  restoredFrom: (version: number) => `from v${version}`,
  all: 'History: compare, restore, download',
} as const
