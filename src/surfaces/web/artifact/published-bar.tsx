// The bar above a page that its reader has just published: who can open it, and the next thing to do.

import type { JSX } from 'preact'
import { buttonClass } from '../layout/controls.tsx'
import { Icon } from '../layout/icon.tsx'
import { pageWords as words } from '../words/page.ts'

interface PublishedBarProps {
  /** The sentence about who can open the page, or that it holds a working key. */
  published?: string | undefined
  isLeak: boolean
  /** Absolute address of the page. */
  url: string
  /** Path of sharing. */
  share?: string | undefined
}

export const PublishedBar = ({ published, isLeak, url, share }: PublishedBarProps): JSX.Element => (
  <section class={isLeak ? 'published warn' : 'published'} aria-label={words.publishedBar}>
    <Icon name={isLeak ? 'warning' : 'done'} />
    <p>
      <strong>{words.published}</strong>{' '}
      <span role="status" data-done>
        {published}
      </span>
    </p>
    <button type="button" class={buttonClass('plain', 'small')} data-copy={url}>
      <Icon name="link" /> <span data-copy-label>{words.copyLink}</span>
    </button>
    {share && (
      <a class={buttonClass('plain', 'small')} href={share} data-share>
        {words.share}
      </a>
    )}
    <button
      type="button"
      class="tool"
      aria-label={words.closeMessage}
      title={words.closeMessage}
      data-close-bar
    >
      <Icon name="cross" />
    </button>
  </section>
)
