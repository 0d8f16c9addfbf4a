// The words for a comment that is about no words: the kinds of elements, and a part of one.

export const elementKinds = {
  diagram: 'Diagram',
  image: 'Image',
  chart: 'Chart',
  heading: 'Heading',
  paragraph: 'Paragraph',
  figure: 'Figure',
  caption: 'Caption',
  table: 'Table',
  row: 'Table row',
  cell: 'Table cell',
  list: 'List',
  item: 'List item',
  quotation: 'Quotation',
  code: 'Code',
  link: 'Link',
  button: 'Button',
  form: 'Form',
  field: 'Field',
  video: 'Video',
  section: 'Section',
  frame: 'Frame',
  other: 'Element',
} as const

export const elementWords = {
  named: (kind: string, text: string) => `${kind} “${text}”`,
  region: 'Area',
  point: 'Point',
  partOf: (part: string, whole: string) => `${part} of ${whole}`,
  on: (whole: string) => `On ${whole}`,
  page: 'the page',
  unknown: 'an element of the page',
} as const
