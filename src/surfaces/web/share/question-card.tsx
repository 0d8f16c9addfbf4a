// The card that asks before a change of who can open a page is made, with its effects.

import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { type ButtonKind, buttonClass } from '../layout/controls.tsx'
import { Button } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { shareWords as words } from '../words/share.ts'
import { type AudienceLimits, CommentsChoice, Effects } from './audience-form.tsx'
import { type Question, useShareContext } from './use-sharing.ts'

/** Takes the keyboard where what was pressed asks for an answer, and gives it back; who chooses from a list goes on choosing. */
export const QuestionCard = ({ change, effects }: Question & { effects: AudiencePreview }): JSX.Element => {
  const { now, confirm, cancel } = useShareContext()
  const form = useRef<HTMLFormElement>(null)
  const [kind, word] = stepOf(change, now.limits)
  useLayoutEffect(() => {
    const card = form.current!
    if (change.removeSharedWith) card.focus()
    return () => {
      const next = change.removeSharedWith ? '#share-add' : '#share-visibility'
      if (card.contains(document.activeElement)) document.querySelector<HTMLElement>(next)!.focus()
    }
  }, [change])
  const isOpened = effects.gains.some(({ kind }) => kind === 'everyone')
  return (
    <form
      ref={form}
      class="banner warn pending"
      tabIndex={-1}
      onSubmit={event => {
        event.preventDefault()
        confirm(isOpened ? commentsIn(event.currentTarget) : undefined)
      }}
    >
      <Icon name="people" />
      <div role="alert">
        <Effects foreseen={effects} />
        {isOpened ? (
          <CommentsChoice value="internal" />
        ) : (
          effects.gains.length > 0 && <p class="small soft">{words.seeComments}</p>
        )}
        <p class="share-answers">
          <button type="button" class={buttonClass('quiet', 'small')} onClick={cancel}>
            {words.cancel}
          </button>
          <Button kind={kind} size="small">
            {word}
          </Button>
        </p>
      </div>
    </form>
  )
}

const commentsIn = (form: HTMLFormElement) =>
  new FormData(form).get('comments') === 'shared' ? 'shared' : 'internal'

/** The button that does what was asked. */
function stepOf(
  { removeSharedWith, visibility }: Question['change'],
  { organization }: AudienceLimits,
): [ButtonKind, string] {
  if (removeSharedWith) return ['stop', words.removeNow]
  if (visibility === 'public') return ['primary', words.openToAnyone]
  if (visibility === 'private') return ['stop', words.limit]
  return ['primary', words.openTo(plain(organization))]
}
