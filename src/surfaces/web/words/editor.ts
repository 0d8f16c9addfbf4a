// The words of the editor: its header and tools, saving, drafts, and two people who changed the same sentence.
import { withinSentence } from '../../../domain/author-words.ts'

export const editorWords = {
  title: (name: string) => `Edit ${name}`,
  back: 'Back to the page',
  editing: (version: number | string) => `Editing v${version}`,
  draftKept: 'Unsaved changes, draft kept',
  draftNotKept: 'This browser can’t keep a draft. Save before you leave.',
  views: 'View',
  source: 'Source',
  split: 'Split',
  page: 'Page',
  save: 'Save',
  saveKeys: 'Ctrl+S, on a Mac ⌘S',
  whatChanged: 'What changed?',
  becomes: (version: number) => `Becomes v${version}. Same link.`,
  saveAs: (version: number) => `Save v${version}`,
  saving: 'Saving…',
  saved: 'Saved',
  notSaved: 'Not saved',
  unchanged: (version: number) => `Nothing has changed since version ${version}.`,
  tools: 'Formatting',
  find: 'Find',
  goTo: 'Go to…',
  goToHeading: 'Go to a heading',
  editorOf: (name: string) => `Editor of ${name}`,
  pageTexts: 'Click any outlined text to change it. For layout, use Source.',
  structure: 'Only the words of one text can change here. For layout, use Source.',
  long: 'This text is too long to be changed here. Use Source.',
  script:
    'This page has no text that can be changed here: a script, a picture or another page brings the words. Use Source.',
  leftFrame: 'The page replaced itself with something else. What you wrote is in the source.',
  tooMany: 'You changed as many texts as fit in one save. Save first.',
  heard: (version: number, by: string | null) =>
    `Version ${version} was saved${by ? ` by ${by}` : ''}. Saving yours merges the two first.`,
  isEditingToo: (name: string) => `${name} is editing too`,
  areEditingToo: (name: string, count: number) =>
    `${name} and ${count === 1 ? '1 other' : `${count} others`} are editing too`,
  keyboard: 'Keyboard and drafts',
  help: [
    'Ctrl+S saves (Cmd+S on a Mac). Ctrl+F finds and replaces; Escape closes the search.',
    'Tab indents. Press Escape, then Tab, to leave the text with the keyboard.',
    'F7 and Shift+F7 go from change to change while you review a merge.',
    'What you write is kept in this browser a second after you typed, until you save.',
  ],
  helpMarkdown: 'Ctrl+B, Ctrl+I and Ctrl+K make bold, italic and a link.',
} as const

export const requestWords = {
  cannotEdit:
    'You can read this page but not edit it. Ask the owner, or download the page and publish a copy.',
  elsewhere: 'You switched organizations in another window. Nothing was saved. Switch back, then save again.',
} as const

export const draftWords = {
  title: (moment: string, base: number, now: string) => `Draft from ${moment}, based on v${base}${now}`,
  current: (version: number) => `; current is v${version}`,
  lead: 'You wrote this in this browser and did not save.',
  continue: 'Continue draft',
  discard: 'Discard draft',
} as const

export const conflictWords = {
  title: (by: string) => `You and ${withinSentence(by)} changed the same sentence`,
  saved: (by: string, version: number) => `${by} saved v${version}`,
  meanwhile: (base: number) => `while you were editing v${base}.`,
  fit: (count: number) =>
    count === 0
      ? ''
      : count === 1
        ? ' 1 other change fits and is merged.'
        : ` ${count} other changes fit together and are merged.`,
  needs: (count: number) =>
    count === 1 ? ' 1 sentence needs your choice.' : ` ${count} sentences need your choice.`,
  showMerged: (count: number) =>
    count === 1 ? 'Show the merged change' : `Show the ${count} merged changes`,
  youMerged: 'You, merged',
  theyMerged: (by: string) => `${by}, merged`,
  bothMerged: 'Both, merged',
  keys: 'Keys: N and P go on and back, 1 takes yours, 2 theirs, 3 keeps both, 4 lets you write.',
  safe: 'Your text is safe in this browser',
  chooseOne: 'Choose one',
  yours: 'Yours',
  theirs: (by: string) => `${by}’s`,
  both: 'Keep both',
  write: 'Write it myself',
  before: 'What the sentence was before',
  removed: 'Removed',
  willSay: 'The page will say',
  place: (index: number, of: number, line: number) => `Choice ${index} of ${of}, around line ${line}`,
  own: (index: number) => `Your text for choice ${index}`,
  count: (made: number, of: number) => `${made} of ${of} chosen`,
  merge: 'Merge and review',
  first: 'Choose for every passage to continue.',
  merged: (version: number, by: string) =>
    `Merged with version ${version} by ${withinSentence(by)}: review and save`,
  mergedLead: 'Nothing is saved yet. What your save changes is marked.',
  hideMarks: 'Hide the marks',
} as const

export const wayOutWords = {
  signIn: 'Sign in, in another tab',
  again: 'Try again',
  openCurrent: (version: number) => `Open version ${version}, in another tab`,
  download: 'Download my text',
  copy: 'Copy my text',
  separate: 'Save as a separate page',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying. Download the text instead.',
  atEnd: 'What you wrote in the page stands at the end of the text.',
  signedOut: 'You are signed out',
  signedOutText: 'Nothing was saved, and nothing is lost: your text stays here and in this browser.',
  gone: 'The page is gone',
  goneText:
    'The page was deleted, or you may not edit it any more. Your text stays here and in this browser.',
  offline: 'You’re offline. Your text is safe here.',
  offlineText: 'Nothing was saved. Try again when you are connected.',
  refused: 'Not saved',
} as const

/** The words in place of an editor that is not open. */
export const unopenedWords = {
  opening: 'Opening the editor…',
  notOpened: 'The editor couldn’t be opened. Check your connection, then try again.',
  again: 'Try again',
  withoutScript: 'The editor needs JavaScript. Without it you can download the file, edit it, and upload it.',
  tooLarge:
    'This file is too large to edit here. Download the file, edit it on your computer, and upload it to the same link.',
  download: 'Download',
  back: 'Back',
} as const
