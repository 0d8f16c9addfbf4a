// Tells the header of the page who can open it now.

import { render } from 'preact'
import { Icon } from '../layout/icon.tsx'
import { type AudienceWords, audienceOf } from '../layout/words.tsx'
import { pageWords } from '../words/page.ts'
import type { Sharing } from './share.ts'

/** Returns the audience of the page, in the words of the header. */
export const audienceIn = ({ artifact, reader }: Sharing): AudienceWords =>
  audienceOf(artifact, artifact.owner.email === reader)

export function tellHeader(sharing: Sharing): void {
  const { icon, word, meaning } = audienceIn(sharing)
  const chip = document.querySelector<HTMLElement>('.page-header .facts > .audience')
  if (chip) {
    chip.title = `${meaning} ${pageWords.changeAudience}.`
    render(
      <>
        <Icon name={icon} size={14} />
        <span>{word}</span>
      </>,
      chip,
    )
  }
  for (const place of document.querySelectorAll('.published [data-done], .audience-meaning'))
    place.textContent = meaning
}
