// Takes the icons that the pages use from Lucide, each drawn as one path, for `src/surfaces/web/layout/icon-shapes.ts`.
import nodes from 'lucide-static/icon-nodes.json' with { type: 'json' }

/** Our names, after what an icon stands for, and Lucide's. */
const used = {
  add: 'plus',
  agent: 'bot',
  auto: 'monitor',
  back: 'arrow-left',
  bin: 'trash',
  bold: 'bold',
  bullets: 'list',
  calendar: 'calendar',
  check: 'check',
  clock: 'clock',
  code: 'code',
  comment: 'message-square',
  company: 'building-complex',
  compare: 'columns-2',
  contents: 'list-tree',
  copy: 'copy',
  cross: 'x',
  dark: 'moon',
  docs: 'book-open',
  done: 'circle-check',
  down: 'chevron-down',
  download: 'download',
  filter: 'list-filter',
  full: 'maximize',
  gauge: 'gauge',
  globe: 'globe',
  heading: 'heading',
  history: 'rotate-ccw-clock',
  info: 'info',
  italic: 'italic',
  key: 'key-round',
  keyboard: 'keyboard',
  leave: 'log-out',
  light: 'sun',
  link: 'link',
  list: 'rows-3',
  lock: 'lock',
  log: 'scroll-text',
  mail: 'mail',
  menu: 'menu',
  more: 'ellipsis',
  next: 'chevron-right',
  numbers: 'list-ordered',
  open: 'external-link',
  pages: 'files',
  paste: 'clipboard-paste',
  pen: 'pencil',
  people: 'users',
  person: 'user',
  plug: 'plug',
  point: 'crosshair',
  previous: 'chevron-left',
  print: 'printer',
  publish: 'upload',
  qr: 'qr-code',
  quote: 'text-quote',
  rename: 'text-cursor-input',
  reply: 'reply',
  restore: 'undo-2',
  search: 'search',
  server: 'server',
  settings: 'settings',
  share: 'share-2',
  shelf: 'layout-grid',
  shield: 'shield',
  switch: 'chevrons-up-down',
  tag: 'tag',
  terminal: 'square-terminal',
  warning: 'triangle-alert',
  webhook: 'webhook',
} as const

type Attributes = Readonly<Record<string, string>>

const number = (attributes: Attributes, name: string): number => Number(attributes[name] ?? 0)
const short = (value: number): string => String(Number(value.toFixed(3)))

function ellipse(attributes: Attributes): string {
  const [cx, cy] = [number(attributes, 'cx'), number(attributes, 'cy')]
  const rx = number(attributes, 'r') || number(attributes, 'rx')
  const ry = number(attributes, 'r') || number(attributes, 'ry')
  const half = (way: number) => `a${short(rx)} ${short(ry)} 0 1 0 ${short(way * 2 * rx)} 0`
  return `M${short(cx - rx)} ${short(cy)}${half(1)}${half(-1)}z`
}

function rectangle(attributes: Attributes): string {
  const [x, y, w, h] = ['x', 'y', 'width', 'height'].map(name => number(attributes, name)) as [
    number,
    number,
    number,
    number,
  ]
  const r = number(attributes, 'rx') || number(attributes, 'ry')
  const turn = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}` : '')
  const side = (letter: string, length: number) => `${letter}${short(length)}`
  return `M${short(x + r)} ${short(y)}${side('h', w - 2 * r)}${turn(1, 1)}${side('v', h - 2 * r)}${turn(-1, 1)}${side('h', 2 * r - w)}${turn(-1, -1)}${side('v', 2 * r - h)}${turn(1, -1)}z`
}

const drawn: Record<string, (attributes: Attributes) => string> = {
  path: ({ d }) => d!,
  circle: ellipse,
  ellipse,
  rect: rectangle,
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points }) => `M${points}`,
  polygon: ({ points }) => `M${points}z`,
}

/** Lucide begins some paths with a small letter, which means the same there and another place further on. */
const begun = (d: string): string => (d.startsWith('m') ? `M${absoluteStart(d)}` : d)

/** `m1 2 3 4` is a line by 3 and 4 after the start, which `M` would take for a place. */
function absoluteStart(d: string): string {
  const [, x, y, rest = ''] = /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)(.*)$/s.exec(d)!
  return `${x} ${y}${/^[\s,]*[-\d.]/.test(rest) ? `l${rest.trim()}` : rest}`
}

function pathOf(name: string): string {
  const shapes = (nodes as unknown as Record<string, [tag: string, Attributes][]>)[name]
  if (!shapes) throw new Error(`Lucide has no icon ${name}.`)
  return shapes.map(([tag, attributes]) => begun(drawn[tag]!(attributes))).join('')
}

const line = ([name, lucide]: [string, string]): string => `  ${name}: '${pathOf(lucide)}',`

/** The text of the file of shapes. */
export const iconShapes = (): string =>
  `// Icons of Lucide (ISC licence), each as one path on a 24 grid. Written by \`build/references.ts\`; \`build/icons.ts\` says which.

export const shapes = {
${Object.entries(used).map(line).join('\n')}
} as const
`
