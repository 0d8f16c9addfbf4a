// The few icons the pages use, drawn as lines on a 24 grid; a word or a label always stands beside them.

import type { JSX } from 'preact'

const shapes = {
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.6 2.5 3.8 5.500 3.800 9s-1.200 6.500-3.800 9c-2.600-2.500-3.800-5.500-3.800-9s1.200-6.500 3.800-9z',
  company: 'M4 21V5l9-2v18M13 9h7v12M3 21h18M7.500 8.500h2M7.500 12.500h2M7.500 16.500h2M16 13h1M16 17h1',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.3-3.600 2.700-5.500 6.500-5.500s6.200 1.900 6.500 5.500M16 4.300a3.500 3.500 0 0 1 0 6.500M18 15c2.200.7 3.400 2.400 3.600 5',
  open: 'M13 4h7v7M20 4l-9 9M17 14v6H4V7h6',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM13.500 6.500l4 4',
  compare: 'M9 5H4v14h5M15 5h5v14h-5M12 3v18',
  cross: 'M6 6l12 12M18 6 6 18',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M6 11H4v9h16v-9h-2',
  history: 'M4 12a8 8 0 1 0 2.500-5.800M4 4v5h5M12 8v4.500l3 2',
  bin: 'M4 7h16M9.500 7V4h5v3M6 7l1 13h10l1-13M10 11v5.500M14 11v5.500',
  person:
    'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.5-3.800 3.200-5.500 7.500-5.500s7 1.700 7.500 5.500',
  down: 'M6 9.500l6 6 6-6',
  leave: 'M10 4H5v16h5M9.500 12H20M16 8l4 4-4 4',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  dark: 'M20 14.500A8.300 8.300 0 0 1 9.500 4a8.300 8.300 0 1 0 10.500 10.500z',
  auto: 'M12 3.500a8.500 8.500 0 1 0 0 17zM12 3.500a8.500 8.500 0 0 1 0 17',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  contents: 'M4 6h16M4 12h10M4 18h13',
  link: 'M10 14a4 4 0 0 0 5.700 0l3.500-3.500a4 4 0 0 0-5.700-5.700L12.500 6M14 10a4 4 0 0 0-5.700 0l-3.500 3.500a4 4 0 0 0 5.700 5.700l1-1',
  download: 'M12 4v11M7.500 10.500 12 15l4.500-4.500M4 20h16',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  code: 'M8.500 7 3.500 12l5 5M15.500 7l5 5-5 5',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  comment: 'M4 5h16v11h-8l-5 4v-4H4z',
  point: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v5M12 16v5M3 12h5M16 12h5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  warning: 'M12 4 2.500 20h19zM12 10v4.500M12 17.500h.01',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12.200 20 4M17 6.700l2.500 2.800M14 9.400l2 2.200',
} as const

export type IconName = keyof typeof shapes

export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }): JSX.Element => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
)
