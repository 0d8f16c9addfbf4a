// Icons for the head of a leaf: an icon in a square, or a page in miniature with a lock.

import type { JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { Leaf } from './surfaces.tsx'

export const LeafIcon = ({ icon }: { icon: IconName }): JSX.Element => (
  <span class="avatar agent large" aria-hidden="true">
    <Icon name={icon} />
  </span>
)

/** A few pages, fanned out. */
export const Leaves = (): JSX.Element => (
  <span class="leaves" aria-hidden="true">
    <Leaf />
    <Leaf />
    <Leaf />
  </span>
)

/** Says nothing of what lies behind it. */
export const LockedLeaf = (): JSX.Element => (
  <span class="locked-leaf" aria-hidden="true">
    <Leaf />
    <span class="lock-dot">
      <Icon name="lock" />
    </span>
  </span>
)
