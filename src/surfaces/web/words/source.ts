// The words of the page that shows a file's source.

export const sourceWords = {
  of: 'Source of',
  download: 'Download',
  open: 'Open page',
  lines:
    'Click a line number to link to that line. Hold Shift and click another to link to all lines between them.',
  version: (version: number, size: string) => `Version ${version}, ${size}.`,
  label: 'Source',
  cut: (shown: string, size: string) =>
    `Only the first ${shown} of ${size} are shown. Download the file to read the rest.`,
} as const
