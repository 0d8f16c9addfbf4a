// The words of publishing by a form: its fields, and what stands in the way of a file.

export const publishForm = {
  title: 'Publish',
  file: 'File',
  fileHint: (size: string) =>
    `One HTML or Markdown file, up to ${size}. Choose a file, drop one anywhere, or paste.`,
  noFile: 'Choose a file first, or paste a text',
  both: 'Choose a file or paste a text, not both',
  paste: 'Paste',
  text: 'Text',
  textHint: 'HTML or Markdown. Send a text of more than a million characters as a file.',
  format: 'Format of the text',
  formats: { auto: 'Detect automatically', markdown: 'Markdown', html: 'HTML' },
  name: 'Name',
  nameHint: 'Optional. Without a name the page takes its own title.',
  themeHint: 'For Markdown. HTML brings its own.',
  publish: 'Publish',
  sending: 'Uploading the file',
  sent: (loaded: string, total: string) => `${loaded} of ${total} MB`,
  stop: 'Cancel',
  stopped: 'Upload canceled',
} as const
