// The frame of the dashboard for sample pages.

import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import type { Frame } from '../../../src/surfaces/web/layout/dashboard-layout.tsx'
import { linkTo } from '../../../src/surfaces/web/page/dashboard.ts'
import { sections } from '../../../src/surfaces/web/sections.ts'
import { now, url, type Words } from './sample-words.ts'

/** The frame around the section at `href`, for an owner who belongs to three organizations. */
export const sampleFrame = (
  assets: Assets,
  words: Words,
  href: string,
  more: Partial<Frame> = {},
): Frame => ({
  assets,
  url,
  reader: { name: words.person, email: words.email, color: 3 },
  organization: { id: 'o1', name: words.organization },
  organizations: [
    { id: 'o1', name: words.organization },
    { id: 'o2', name: words.name },
    { id: 'o3', name: 'Northwind' },
  ],
  links: sections.filter(section => !section.unlisted).map(section => linkTo(section, { href })),
  now,
  mayPublish: true,
  ...more,
})
